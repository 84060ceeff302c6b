import { gainColumns } from '@superscope/contracts/read-models/gain-columns';
import { actionKeys } from '@superscope/domain/scoring/actions';
import type { Edition } from '../employer/editions.js';
import { amountParts, valueParts, type CellPart } from '../model/published-as.js';
import { isKnown } from '../model/secret-columns.js';
import type { Statement } from '../../platform/clickhouse/statement.js';
import { concernedFacts } from './concerned-facts.js';

const noSql = { periodFrom: '', timezone: '' };
export const scored = { key: 'scored', column: isKnown.score } as const;

/** The columns that are selected for a plan-month, in the order of the result: members first. */
export const actionParts: readonly CellPart[] = distinct([
  { name: 'members', sql: 'count()', fold: 'sum' },
  ...valueParts(scored.key, scored.column, noSql),
  ...Object.values(concernedFacts).flatMap(({ key, column }) => valueParts(key, column, noSql)),
  ...actionKeys.flatMap((key) => amountParts(key, gainColumns[key])),
]);

function distinct(parts: readonly CellPart[]): CellPart[] {
  return [...new Map(parts.map((part) => [part.name, part])).values()];
}

const select = `SELECT\n  ${actionParts.map(({ name, sql }) => `${sql} AS p_${name}`).join(',\n  ')}`;

/** Selects one row: the aggregates over the members of one edition. */
export const editionActions = ({ planId, month, version }: Edition): Statement => ({
  sql: `${select}
FROM member_edition
WHERE plan_id = {plan:String} AND month = {month:Date} AND version = {version:UInt64}`,
  params: { plan: planId, month: `${month}-01`, version },
});

/** The same over the live rows of a month. */
export const liveActions = (planId: string, month: string): Statement => ({
  sql: `${select}
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month = {month:Date}`,
  params: { plan: planId, month: `${month}-01` },
});

/** Selects a plan's newest month with rows (yyyy-MM), `upTo` at the latest. Selects no row if there is none. */
export const newestLiveMonth = (planId: string, upTo: string): Statement => ({
  sql: `SELECT formatDateTime(max(month), '%Y-%m') AS newest
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month <= {to:Date}
HAVING count() > 0`,
  params: { plan: planId, to: `${upTo}-01` },
});
