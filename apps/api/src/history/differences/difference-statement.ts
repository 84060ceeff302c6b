import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import { memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import type { Statement } from '../../analytics/statement.js';

/** What names or versions a row; everything else may differ. */
const notCompared = new Set<string>(['plan_id', 'month', 'member_id', 'version', 'is_deleted']);
const compared = columnsOf(memberSnapshotTable).filter((name) => !notCompared.has(name));

/**
 * The columns that a member's own activities change: the dates of the latest ones, the values derived from them, and
 * the score.
 */
const movedByActivities = compared.filter((name) =>
  /^last_|validated$|^risk_profile|score|points|investment_strategy_suitable|^gain_|on_track/.test(name),
);

const listed = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;
const values = compared.map((name) => `ifNull(toString(${name}), '\\0')`).join(', ');

export interface DifferenceAsked {
  planId: string;
  /** yyyy-MM */
  month: string;
  /** Database of the past tables. */
  database: string;
  /** As ClickHouse writes instants. */
  moment: string;
}

/**
 * Members of a plan-month, with the names of the columns in which they differ. `side` says where a member is: 1 then, 2 now, 3 in both.
 */
const differing = (database: string): string => {
  const rows = (from: string, side: number) =>
    `SELECT member_id, ${side} AS side, [${values}] AS of FROM ${from} FINAL WHERE plan_id = {plan:String} AND month = {month:Date}`;
  return `SELECT member_id, sum(side) AS sides, anyIf(of, side = 1) AS a, anyIf(of, side = 2) AS b,
  arrayFilter((name, x, y) -> x != y, ${listed(compared)}, if(empty(a), b, a), if(empty(b), a, b)) AS names
FROM (${rows(`${database}.member_snapshot`, 1)} UNION ALL ${rows('member_snapshot', 2)}) GROUP BY member_id`;
};

const params = ({ planId, month, moment }: DifferenceAsked) => ({ plan: planId, month: `${month}-01`, moment });

/** How many members are then, now, and in both, and by column how many differ. */
export const differenceStatements = (asked: DifferenceAsked): { headcounts: Statement; columns: Statement } => ({
  headcounts: {
    sql: `SELECT countIf(sides = 1), countIf(sides = 2), countIf(sides = 3) FROM (${differing(asked.database)})`,
    params: params(asked),
  },
  columns: {
    sql: `SELECT name, count() AS n FROM (${differing(asked.database)}) ARRAY JOIN names AS name GROUP BY name ORDER BY n DESC, name`,
    params: params(asked),
  },
});

/**
 * By column and type of event: members that differ in the column and had such an event recorded since then, with its
 * count and times. Activities count for the columns that they can change, and up to the month's end.
 */
export const causeStatement = (asked: DifferenceAsked): Statement => ({
  sql: `SELECT name, event_type, uniqExact(member_id), sum(n), toString(min(first)), toString(max(last))
FROM (${differing(asked.database)}) AS rows ARRAY JOIN names AS name
INNER JOIN (
  SELECT member_id, toString(event_type) AS event_type, 0 AS acts, uniqExact(revision) AS n, min(recorded_at) AS first, max(recorded_at) AS last
  FROM member_fact WHERE recorded_at > {moment:String} GROUP BY member_id, event_type
  UNION ALL
  SELECT member_id, toString(event_type), 1, uniqExact(revision), min(recorded_at), max(recorded_at)
  FROM member_event WHERE recorded_at > {moment:String} AND effective_date < addMonths({month:Date}, 1) GROUP BY member_id, event_type
) AS events ON events.member_id = rows.member_id
WHERE acts = 0 OR has(${listed(movedByActivities)}, name)
GROUP BY name, event_type ORDER BY name, event_type`,
  params: params(asked),
});
