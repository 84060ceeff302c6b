import { monthEnd, monthOf } from '@superscope/domain/calendar-dates';
import type { Analytics } from '../platform/engines.module.js';
import { ofMember } from './member-rows-sql.js';

/** Cents of a row: ClickHouse may write big integers as text. */
export type Cents = number | string | null;

/** A member's newest scored month. Days are month ends, yyyy-MM-dd. */
export interface NewestMonth<Row> {
  asAt: string;
  /** Of the balances, which may be of an earlier month. */
  balancesAsAt: string;
  row: Row;
}

/** Columns of a member's newest scored month in a plan, as `Row` names them; null for a member without one. */
export async function newestMonth<Row>(
  { client }: Analytics,
  { planId, memberId }: { planId: string; memberId: string },
  columns: string,
): Promise<NewestMonth<Row> | null> {
  const answer = await client.query({
    query: `SELECT toString(month) AS first_day, toString(balance_as_at) AS balances_of, ${columns}
FROM member_snapshot FINAL
${ofMember} WHERE plan_id = {plan:String} ORDER BY month DESC LIMIT 1`,
    query_params: { plan: planId, member: memberId },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<Row & { first_day: string; balances_of: string }>();
  if (row === undefined) return null;
  return { asAt: monthEnd(monthOf(row.first_day)), balancesAsAt: monthEnd(monthOf(row.balances_of)), row };
}
