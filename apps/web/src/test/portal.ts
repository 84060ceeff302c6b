import type { ReportContacts, ReportParties } from '@superscope/contracts/plan-report';
import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { AnalyticsRow, LoadResult } from '@superscope/contracts/analytics/answer';
import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import type { AnalyticsFilter, AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { SignedInUser } from '@superscope/contracts/authentication';
import { isInNames } from '@superscope/contracts/name-search';
import type { NewsFile } from '@superscope/contracts/read-models/news';
import type { Plan } from '@superscope/contracts/plan';
import type { PlanPeers } from '@superscope/contracts/plan-peers';
import type { PlanActions } from '@superscope/contracts/plan-actions';
import type { PlanGroups } from '@superscope/contracts/plan-groups';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import { HttpResponse, http } from 'msw';
import { server } from './server';
import { withRights } from './with-rights';
import { clearEffect } from './campaign-effect';

export const dana = withRights({ username: 'dana', name: 'Dana Whitlock', role: 'CompanyRep', planId: 'T.K1' });
export const helen = withRights({ username: 'helen', name: 'Helen Marchetti', role: 'Staff', planId: null });

export const kestrel: Plan = {
  id: 'T.K1',
  name: 'Kestrel Freight Group Super Plan',
  shortName: 'Kestrel',
  platform: { id: 'T', name: 'Tallowood Retirement' },
  startDate: '2019-03-01',
  closedOn: null,
  superScoreClient: true,
  relationshipManager: null,
  firstMonth: '2020-01',
  lastMonth: '2020-06',
  closedMonth: '2020-06',
  onePayroll: true,
  balancesAsAt: '2020-06-30',
  campaignDates: [],
  files: [],
};

/** News items of four days, not in order. The page does not show the oldest. */
export const news: NewsFile = {
  items: ['2020-05-12', '2020-06-29', '2020-02-18', '2020-04-06'].map((date) => ({
    topic: 'Members',
    date,
    title: `News of ${date}`,
    summary: `In short, of ${date}.`,
    body: [`At length, of ${date}.`],
  })),
};

export type Answer = Pick<LoadResult, 'data'> &
  Partial<Pick<LoadResult, 'suppressed' | 'rounded' | 'margins' | 'quarterEnds' | 'lookBackMonths'>>;
export type Reply = Answer | 'fails';
export const FAILED_REFERENCE = 'c0ffee00-0000-4000-8000-000000000000';

const months = ['2020-04', '2020-05', '2020-06'];
const at = (month: string) => ({ 'MemberSnapshot.month.month': `${month}-01T00:00:00.000` });

/** Three months of trends; members 1,200 to 1,284. */
export const trendRows: AnalyticsRow[] = months.map((month, i) => ({
  ...at(month),
  'MemberSnapshot.countMembers': [1200, 1250, 1284][i]!,
  'MemberSnapshot.totalAssetsOwned': [110_000_000, 120_000_000, 126_653_760][i]!,
  'MemberSnapshot.averageTotalAssetsOwned': [91_666.67, 96_000, 98_640][i]!,
  'MemberSnapshot.averageAge': [41.5, 41.4, 41.3][i]!,
}));

const scoreRows: AnalyticsRow[] = months.map((month, i) => ({
  ...at(month),
  'SuperScore.averageSuperScore': [2.97, 3.01, 3.08][i]!,
  'SuperScore.averageBeneficiaryPoints': 0.34,
  'SuperScore.averageAccountBalancePoints': 0.68,
  'SuperScore.averageInsurancePoints': 0.58,
  'SuperScore.averageInvestmentPoints': 0.81,
  'SuperScore.averageRetirementAdequacyPoints': 0.67,
  'SuperScore.membersUnderAim': 591,
  'SuperScore.shareUnderAim': 46,
}));

const percentOf = (count: number, all: number) => (all === 0 ? null : Math.round((1000 * count) / all) / 10);

/** Rows by one dimension: the first count of each pair is for April, the second for June, with shares of the month. */
export const split = (dimension: string, counts: Record<string, [number, number]>): AnalyticsRow[] =>
  ['2020-04', '2020-06'].flatMap((month, i) => {
    const all = Object.values(counts).reduce((sum, pair) => sum + pair[i]!, 0);
    return Object.entries(counts).map(([value, pair]) => ({
      ...at(month),
      [dimension]: value,
      'MemberSnapshot.countMembers': pair[i]!,
      'MemberSnapshot.shareOfMembers': percentOf(pair[i]!, all),
    }));
  });

const splits: Record<string, Record<string, [number, number]>> = {
  'Member.beneficiaryNominationType': {
    '1|Binding': [88, 125],
    '2|Non-binding': [450, 499],
    '3|Expired binding': [22, 31],
    '4|None': [640, 629],
  },
  'Member.potentiallyInadequateLifeInsurance': { '1|Yes': [737, 743], '2|No': [463, 541] },
  'Member.projectedRetirementStandardName': {
    '1|Inadequate': [202, 187],
    '2|Modest': [384, 412],
    '3|Comfortable': [396, 421],
    '4|Aspirational': [218, 264],
  },
};

/** The month of a row in the form in which a query names it: yyyy-MM-dd of a range, or yyyyMM. */
const timeFrom = (row: AnalyticsRow, named: boolean) => {
  const month = String(row['MemberSnapshot.month.month']);
  return named ? month.slice(0, 7).replace('-', '') : month;
};

function answerTo(query: AnalyticsQuery): Answer {
  const [measure = ''] = query.measures ?? [];
  if (measure.startsWith('Campaign.')) return { data: [] };
  const [dimension] = query.dimensions ?? [];
  if (dimension) {
    const named = filtersOf(query)['MemberSnapshot.atYearMonth'];
    const from = String(named?.[0] ?? (query.timeDimensions?.[0]?.dateRange as [string, string])[0]);
    const rows = split(dimension, splits[dimension] ?? { '1|Yes': [600, 718], '2|No': [600, 566] });
    return { data: rows.filter((row) => timeFrom(row, named !== undefined) >= from) };
  }
  return { data: measure.startsWith('SuperScore.') ? scoreRows : trendRows };
}

export const isAbout = (query: AnalyticsQuery, member: string) =>
  [...(query.measures ?? []), ...(query.dimensions ?? [])].some((name) => name === member);

export const filtersOf = (query: AnalyticsQuery) =>
  Object.fromEntries(
    (query.filters ?? []).map((filter: AnalyticsFilter) =>
      'member' in filter ? [filter.member, filter.values] : ['group', []],
    ),
  );

export const ofEngaged = (query: AnalyticsQuery) => filtersOf(query)['Member.engaged'] !== undefined;

const ONE_OF_EACH: PlanGroups = {
  companies: [{ value: 'T.E1', label: 'Kestrel Freight' }],
  categories: [{ value: 'C1', label: 'Staff' }],
};

const NOBODY_ON_THE_COVER: ReportContacts['cover'] = {
  planShortName: 'Kestrel',
  planName: 'Kestrel Freight Group Super Plan',
  platformName: 'Tallowood',
  platformShortName: 'Tallowood',
  trusteeName: null,
  trusteeAbn: null,
  trusteeAfsl: null,
  providerName: null,
  providerAbn: null,
};

interface Portal {
  user: SignedInUser;
  plan?: Plan;
  plans?: { id: string; name: string; members?: number | null }[];
  /** Answers some queries differently, or later; undefined leaves the usual answer. `viewId` is that of a past moment; null for now. */
  reply?: (query: AnalyticsQuery, audience: string, viewId: string | null) => Reply | undefined | Promise<Reply>;
  /** The plan's companies and member categories. */
  groups?: PlanGroups;
  /** Replaces the usual answer to GET /api/plans/{id}/actions, which has no actions. */
  actions?: (audience: string) => PlanActions | 'fails';
  /** Changes the usual answer to GET /api/plans/{id}/campaigns/{campaignId}/effect, which is clear. */
  effect?: (campaignId: string) => Partial<CampaignEffect>;
  /** Whom the plan's provider names, and its consultants; usually nobody. */
  contacts?: Partial<ReportContacts>;
  /** The consultants with their addresses; usually those of `contacts`, without any. */
  consultantContacts?: ReportParties['consultantContacts'];
  /** Changes the usual answer to GET /api/planSuperScore. */
  score?: (audience: string) => Partial<PlanSuperScore>;
  /** Changes the usual answer to GET /api/plans/{id}/peers, which is that there are too few plans. */
  peers?: (from: string | null) => Partial<PlanPeers> | 'fails';
}

const audienceOf = (request: Request) => request.headers.get(audienceHeader) ?? 'employer';

/** A server with a signed-in user and one plan. Returns a list that collects every query that it receives. */
export function portal({ user, plan = kestrel, plans = [], groups = ONE_OF_EACH, ...answers }: Portal) {
  const { reply, actions, effect, contacts, consultantContacts, score, peers } = answers;
  const asked: AnalyticsQuery[] = [];
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user })),
    http.get('/api/plan', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name');
      if (name === null) return HttpResponse.json(plan);
      const found = plans.filter((option) => isInNames([option.name], name));
      return HttpResponse.json(found.map((option) => ({ members: null, platform: plan.platform, ...option })));
    }),
    http.get('/api/plan/:id', ({ params }) =>
      params['id'] === plan.id ? HttpResponse.json(plan) : HttpResponse.json({ message: 'No' }, { status: 404 }),
    ),
    http.get('/api/plan/:id/groups', () => HttpResponse.json(groups)),
    http.get('/api/planSuperScore', ({ request }) =>
      HttpResponse.json({
        planId: plan.id,
        month: '2020-06',
        score: 3.08,
        members: 1284,
        areas: {},
        withheld: {},
        ...score?.(audienceOf(request)),
      }),
    ),
    http.get('/api/plans/:id/peers', ({ request }) => {
      const from = new URL(request.url).searchParams.get('from');
      const answer = peers?.(from) ?? {};
      if (answer === 'fails') return HttpResponse.json({ message: 'No' }, { status: 500 });
      const few: PlanPeers = {
        planId: plan.id,
        from,
        lookBackMonths: null,
        month: '2020-06',
        because: 'fewPlans',
        figures: {},
      };
      return HttpResponse.json({ ...few, ...answer });
    }),
    http.get('/api/plans/:id/actions', ({ request }) => {
      const answer = actions?.(audienceOf(request)) ?? { planId: plan.id, month: '2020-06', actions: [] };
      return answer === 'fails' ? HttpResponse.json({ message: 'No' }, { status: 500 }) : HttpResponse.json(answer);
    }),
    http.get('/api/plans/:id/campaigns/:campaignId/effect', ({ params }) =>
      HttpResponse.json({ ...clearEffect, ...effect?.(String(params['campaignId'])) }),
    ),
    http.get('/api/plans/:id/reports/contacts', () =>
      HttpResponse.json({
        contacts: {
          cover: NOBODY_ON_THE_COVER,
          providerContacts: [],
          consultants: [],
          ...contacts,
        },
        consultantContacts: consultantContacts ?? contacts?.consultants?.map((name) => ({ name, email: null })) ?? [],
        encodedProviderLogo: null,
      }),
    ),
    http.get('/api/news', () => HttpResponse.json(news)),
    http.post('/cubejs-api/v1/load', async ({ request }) => {
      const { query } = (await request.json()) as { query: AnalyticsQuery };
      asked.push(query);
      const answer = (await reply?.(query, audienceOf(request), request.headers.get(asOfHeader))) ?? answerTo(query);
      return answer === 'fails'
        ? HttpResponse.json(
            { error: 'Internal error' },
            { status: 500, headers: { 'X-Correlation-Id': FAILED_REFERENCE } },
          )
        : HttpResponse.json(answer);
    }),
  );
  return asked;
}
