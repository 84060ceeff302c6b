import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { date } from '../../ui/format';
import type { Scope } from './use-scope';

/** A file or a page of its own. */
export interface Offer {
  label: string;
  /** What of the choice it takes, in small print. */
  note?: string;
  format: 'CSV' | 'PDF' | 'Word' | 'new tab';
  /** What has to be chosen first; null if it can be had. */
  missing: string | null;
  /** The request for a file, or the address of a page. */
  from: FetchArgs | string;
}
export interface OfferGroup {
  title: string;
  offers: readonly Offer[];
}

const daysText = ({ from, to }: Scope): string =>
  from === null
    ? to === null
      ? 'to today'
      : `to ${date(to)}`
    : `${date(from)} to ${to === null ? 'today' : date(to)}`;

/** What can be downloaded or opened for what is chosen. */
export function offersFor(scope: Scope, may: { emailDelivery: boolean }): OfferGroup[] {
  const { plan, company, member, from, to } = scope;
  const isClient = plan?.superScoreClient ?? company?.plan?.superScoreClient ?? false;
  return [
    {
      title: 'SuperScore',
      offers: [
        {
          label: 'SuperScore details',
          format: 'CSV',
          missing: plan === null ? 'Choose a plan' : null,
          from: { url: `api/plan/${encodeURIComponent(plan?.id ?? '')}/superScoreDetails` },
        },
        {
          label: 'SuperScore report',
          format: 'new tab',
          missing: plan === null ? 'Choose a plan' : null,
          from: `/reports/plan-superscore-report/?planId=${encodeURIComponent(plan?.id ?? '')}&viewMode=book`,
        },
        {
          label: 'Member events',
          note: daysText(scope),
          format: 'CSV',
          missing: scope.datesProblem,
          from: withParams('api/members/events', { startDate: from, endDate: to }),
        },
        {
          label: 'Checklist',
          format: 'Word',
          missing: company === null ? 'Choose an employer' : isClient ? null : 'Not a SuperScore client',
          from: { url: `api/companies/${encodeURIComponent(company?.id ?? '')}/superScoreChecklist` },
        },
      ],
    },
    {
      title: 'Digital Engagement',
      offers: [
        {
          label: 'MoneyFit details',
          note: company === null ? 'all members whom you may see' : 'members of this employer',
          format: 'CSV',
          missing: null,
          from: withParams('api/moneyFit/exportDetailsCsv', { companyId: company?.id ?? null }),
        },
        {
          label: 'Insurance needs quotes',
          note: 'all members whom you may see and who were quoted',
          format: 'CSV',
          missing: null,
          from: { url: 'api/insuranceCalculation/exportNeedsQuoteCsv' },
        },
      ],
    },
    {
      title: 'New employees',
      offers: [
        {
          label: 'New Employee Flyer',
          format: 'PDF',
          missing: company === null ? 'Choose an employer' : null,
          from: { url: `api/companies/${encodeURIComponent(company?.id ?? '')}/newFlyer` },
        },
      ],
    },
    { title: 'Single Topic Advice', offers: adviceFor(member?.id ?? null) },
    ...(may.emailDelivery
      ? [
          {
            title: 'E-mail',
            offers: [
              {
                label: 'Email delivery',
                note: plan === null ? 'the portal and all campaigns' : 'campaigns of this plan',
                format: 'CSV' as const,
                missing: null,
                from: withParams('api/devops/monitors/email', { planId: plan?.id ?? null }),
              },
            ],
          },
        ]
      : []),
  ];
}

/** Each topic as a page to read and print, and as a file. */
function adviceFor(memberId: string | null): Offer[] {
  const missing = memberId === null ? 'Choose a member' : null;
  const topics = [
    ['Insurance', 'limited-advice-report'],
    ['Investment', 'intra-fund-investment-report'],
  ] as const;
  return topics.flatMap(([topic, report]): Offer[] => [
    {
      label: topic,
      format: 'new tab',
      missing,
      from: `/reports/${report}/?memberId=${encodeURIComponent(memberId ?? '')}`,
    },
    {
      label: `${topic}, printed`,
      format: 'PDF',
      missing,
      from: { url: `pdf/${report}/`, params: { memberId: memberId ?? '' } },
    },
  ]);
}

/** A request without what is not chosen. */
function withParams(url: string, params: Record<string, string | null>): FetchArgs {
  const chosen = Object.entries(params).filter(([, value]) => value !== null);
  return chosen.length === 0 ? { url } : { url, params: Object.fromEntries(chosen) };
}
