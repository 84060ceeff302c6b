import { AnalyticsService } from '@superscope/api/analytics/load/analytics-service';
import type { CompiledQuery } from '@superscope/api/analytics/compile/compile';
import { connectForQueries } from '@superscope/api/platform/clickhouse/query-client';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { askedPlan, lastMonth } from './query-rows.js';

export interface BenchQuery {
  name: string;
  query: Record<string, unknown>;
}

const ofPlan = { member: 'MemberSnapshot.planId', operator: 'equals', values: [askedPlan.planId] };
const ofMonth = { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: [lastMonth.replace('-', '')] };

/** The dashboard's most frequent queries: a series, a cross table and a row of totals. */
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
 * The path of a query that is never cached. Each call uses another limit, far above the number of rows, so the statement and the answer
 * stay the same.
 */
export function uncachedPath(query: Record<string, unknown>): string {
  varied = (varied + 1) % 40_000;
  return loadPath({ ...query, limit: 1_000 + varied });
}

export const loadPath = (query: Record<string, unknown>): string =>
  `/cubejs-api/v1/load?${new URLSearchParams({ query: JSON.stringify(query), queryType: 'multi' })}`;

type Statement = Pick<CompiledQuery, 'sql' | 'params'>;

/** The statement that the api's own code emits for employers, over the engine's editions. */
export async function employerStatement(query: Record<string, unknown>, clickhouseUrl: string): Promise<Statement> {
  const client = connectForQueries(clickhouseUrl);
  const nobodys = () => Promise.resolve({ secret: Buffer.alloc(32), madeAt: new Date(0) });
  try {
    const service = new AnalyticsService(client, new ChangeCounters(), nobodys);
    const [statement] = await service.statements(query, { role: 'Admin', scope: { kind: 'all' } }, 'employer');
    return statement!;
  } finally {
    await client.close();
  }
}

/** The same statement without the sum of keys, which publishing adds except for whole plans. */
export const withoutKeys = ({ sql, params }: Statement): Statement => ({
  sql: sql.replace(/^.* AS cell_key,\n/m, ''),
  params,
});

const measured = cubes
  .flatMap((cube) => cube.measures)
  .filter(({ source, published, flow }) => source === 'memberMonth' && published.as !== 'nothing' && !flow)
  .map(({ name }) => name);

/** The largest query that an employer may send: two dimensions, every measure, all months. */
export const largestQuery = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  measures: measured,
  dimensions: ['Member.ageGroup', 'Member.addressState'],
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2022-06-01', `${lastMonth}-30`] },
  ],
  filters: [ofPlan],
  ...more,
});
