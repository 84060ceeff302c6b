import type { Edition } from '../employer/editions.js';
import type { Statement } from '../../platform/clickhouse/statement.js';
import type { PlanCampaign } from './campaign-runs.js';

/**
 * A count of members who are in the plan both before and after a campaign. In `condition`, `b` is the member's row before, `a` the row
 * after, and `got` says whether the member received the campaign.
 */
export interface CountAround {
  name: string;
  condition: string;
}

/** A value that is selected from a member's row of either month. */
export interface MemberValue {
  name: string;
  sql: string;
}

/** The editions of the two months; null for the live rows. */
export type EditionsAround = { before: Edition; after: Edition } | null;

const latest = '2299-12-31 00:00:00.000';

/**
 * Selects one row: the sum of the members' keys, their number, and the counts. Recipients are those recorded by the edition of the month
 * after the campaign, so that the answer of an edition does not change. `counts` may refer to `values` by name.
 */
export function membersAround(
  planId: string,
  { campaignId, before, after }: PlanCampaign,
  editions: EditionsAround,
  counts: readonly CountAround[],
  values: readonly MemberValue[],
): Statement {
  const table = editions ? 'member_edition' : 'member_snapshot FINAL';
  const named = new Set(values.map(({ name, sql }) => `${sql} AS ${name}`));
  const rows = (at: 'before' | 'after', more: readonly string[]) => `(
  SELECT ${['member_id', ...named, ...more].join(', ')}
  FROM ${table}
  WHERE plan_id = {plan:String} AND month = {${at}:Date}${editions ? ` AND version = {${at}_version:UInt64}` : ''}
)`;
  const got = 'member_id IN (SELECT member_id FROM received) AS got';
  const key = editions ? "leftPad(lower(hex(sumWithOverflow(a.record_key))), 16, '0')" : "''";
  const selected = [
    `${key} AS cell_key`,
    'count() AS members',
    'countIf(got) AS received_by',
    ...distinct(counts).map(({ name, condition }) => `countIf(${condition}) AS c_${name}`),
  ];
  return {
    sql: `WITH received AS (
  SELECT member_id FROM campaign_engagement FINAL
  WHERE campaign_id = {campaign:String} AND recorded_at <= {recorded:DateTime64(3, 'UTC')}
)
SELECT ${selected.join(',\n  ')}
FROM ${rows('before', [])} AS b
INNER JOIN ${rows('after', editions ? ['record_key', got] : [got])} AS a USING (member_id)`,
    params: {
      plan: planId,
      campaign: campaignId,
      recorded: editions?.after.recordedBy ?? latest,
      before: `${before}-01`,
      after: `${after}-01`,
      ...(editions ? { before_version: editions.before.version, after_version: editions.after.version } : {}),
    },
  };
}

/** Facts that share a column share its counts. */
const distinct = (counts: readonly CountAround[]): CountAround[] => [
  ...new Map(counts.map((count) => [count.name, count])).values(),
];

/** The result row of `membersAround`. */
export interface Around {
  key: bigint;
  members: number;
  received: number;
  counts: Readonly<Record<string, number>>;
}

export function aroundOf(row: readonly unknown[] | undefined, counts: readonly CountAround[]): Around {
  const [key = '', members = 0, received = 0, ...counted] = row ?? [];
  return {
    key: BigInt.asUintN(64, BigInt(`0x${String(key) || '0'}`)),
    members: Number(members),
    received: Number(received),
    counts: Object.fromEntries(distinct(counts).map(({ name }, i) => [name, Number(counted[i] ?? 0)])),
  };
}

/** Which of a campaign's two months (yyyy-MM) have live rows. */
export const liveMonths = (planId: string, { before, after }: PlanCampaign): Statement => ({
  sql: `SELECT DISTINCT formatDateTime(month, '%Y-%m')
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month IN {months:Array(Date)}`,
  params: { plan: planId, months: [`${before}-01`, `${after}-01`] },
});
