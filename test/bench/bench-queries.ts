import { AnalyticsService } from '@superscope/api/analytics/load/analytics-service';
import type { Audience, CompiledQuery } from '@superscope/api/analytics/compile/compile';
import { PlanVersions } from '@superscope/api/platform/plan-versions';
import { askedPlan, lastMonth } from './query-rows.js';

export interface BenchQuery {
  name: string;
  query: Record<string, unknown>;
}

const ofPlan = { member: 'MemberSnapshot.planId', operator: 'equals', values: [askedPlan.planId] };
const ofMonth = { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: [lastMonth.replace('-', '')] };

/** What the dashboard asks most: a series, a cross table and a row of totals. */
export const benchQueries: readonly BenchQuery[] = [
  {
    name: 'a: count and average by month, one plan',
    query: {
      measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageTotalAssetsOwned'],
      timeDimensions: [
        { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2023-07-01', `${lastMonth}-30`] },
      ],
      filters: [ofPlan],
    },
  },
  {
    name: 'b: age by gender, one plan-month',
    query: {
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['MemberSnapshot.ageGroup', 'Member.gender'],
      filters: [ofPlan, ofMonth],
    },
  },
  {
    name: 'c: five totals, one plan-month',
    query: {
      measures: [
        'MemberSnapshot.totalAssetsOwned',
        'MemberSnapshot.employerContributions',
        'MemberSnapshot.voluntaryContributions',
        'MemberSnapshot.fees',
        'MemberSnapshot.countMembers',
      ],
      filters: [ofPlan, ofMonth],
    },
  },
];

let varied = 0;

/**
 * The address of a load. Each differs from the one before in its limit, which is far above the rows there are: the same
 * statement and the same answer, and nothing that was kept from an earlier request fits.
 */
export function uncachedPath(query: Record<string, unknown>): string {
  varied = (varied + 1) % 40_000;
  return loadPath({ ...query, limit: 1_000 + varied });
}

export const loadPath = (query: Record<string, unknown>): string =>
  `/cubejs-api/v1/load?${new URLSearchParams({ query: JSON.stringify(query), queryType: 'multi' })}`;

/** The statement that the api's compiler emits: for employers with what suppression needs, for staff without. */
export function statementOf(query: Record<string, unknown>, audience: Audience): Pick<CompiledQuery, 'sql' | 'params'> {
  const asksNobody = { rows: () => Promise.reject(new Error('A compiler asks nobody.')) };
  const compiler = new AnalyticsService(asksNobody, new PlanVersions());
  const [statement] = compiler.statements(query, { role: 'Admin', scope: { kind: 'all' } }, audience);
  return statement!;
}
