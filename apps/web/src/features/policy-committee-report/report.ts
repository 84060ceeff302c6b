import type { Plan } from '@superscope/contracts/plan';
import type { ReportPeriod } from '@superscope/contracts/policy-committee-report';
import type { View } from '../../portal/analytics/figures-view';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { noFilters } from '../../portal/filters/filters';
import { eachMonth, firstOfMonth, monthsBefore, quarterEndBefore, wholeQuarters } from '../../portal/period/period';

/** What an address asks for. */
export interface Asked {
  planId: string;
  /** Chooses contacts and documents, never figures. */
  companyId: string | null;
  /** Draws a border around every page. */
  preview: boolean;
  /** Figures of engaged members, at quarter ends, where they are published. */
  engagedOnly: boolean;
  /** By which a report can be checked, without spaces; null for a preview. */
  code: string | null;
  /** The moment (instant, UTC) of its figures; null for a preview. */
  moment: string | null;
}

/** What every page of one report shares. */
export interface Report {
  /** What the report is called, at the head of each page. */
  title: string;
  asked: Asked;
  plan: Plan;
  period: ReportPeriod;
  /** The whole plan, month by month. */
  whole: View;
  /** The members that the report is about: engaged ones at quarter ends, or the whole plan. */
  view: View;
  campaigns: CampaignsState;
  /** The moment (instant, UTC) of a report of the past; null for one of now. */
  asItStood: string | null;
}

/** yyyy-MM of every month end that a report is about, the one from which changes are measured included. */
export const monthsOf = ({ start, end }: ReportPeriod): string[] => eachMonth(start, end);

/** What the figures of the whole plan cover. */
export const wholePlanView = (
  { id, onePayroll }: Pick<Plan, 'id' | 'onePayroll'>,
  { start, end }: ReportPeriod,
): View => ({
  planId: id,
  onePayroll,
  audience: 'employer',
  engaged: false,
  filters: noFilters,
  period: 'months12',
  dateRange: [firstOfMonth(start), end],
  counted: [monthsBefore(firstOfMonth(start), start < end ? -1 : 0), end],
  since: start,
  compare: null,
});

/** The same for engaged members: quarter ends only. Null before a quarter has ended with figures. */
export function engagedView(whole: View): View | null {
  const end = quarterEndBefore(whole.dateRange[1]);
  const [first] = wholeQuarters(whole.dateRange);
  if (end < first) return null;
  const since = quarterEndBefore(whole.since);
  return {
    ...whole,
    engaged: true,
    dateRange: [first, end],
    counted: [first, end],
    since: since < first ? end : since,
  };
}
