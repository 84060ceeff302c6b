import type { CurrentInsurance } from '@superscope/contracts/insurance-calculation';
import { monthEnd, monthOf } from '@superscope/domain/calendar-dates';
import { inCurrentSnapshots } from '../members/member-rows-sql.js';
import type { Analytics } from '../platform/engines.module.js';

type Cents = number | string | null;

interface SnapshotRow {
  as_at: string;
  salary_cents: Cents;
  total_assets_owned_cents: Cents;
  death_cover_cents: Cents;
  death_premium_cents: Cents;
  tpd_cover_cents: Cents;
  tpd_premium_cents: Cents;
  sci_cover_cents: Cents;
  sci_premium_cents: Cents;
}

/** A member's newest snapshot. Dollars. */
export interface MemberCover {
  /** Month end, yyyy-MM-dd; null if there is none. */
  asAt: string | null;
  salary: number | null;
  balance: number | null;
  currentInsurance: CurrentInsurance;
}

const dollars = (cents: Cents | undefined): number | null => (cents == null ? null : Number(cents) / 100);

/** Salary, balance, covers and premiums of the newest month for which the fund gave the member's. */
export async function memberCover(
  { client }: Analytics,
  { planId, memberId }: { planId: string; memberId: string },
): Promise<MemberCover> {
  const answer = await client.query({
    query: `SELECT toString(month) AS as_at, salary_cents, total_assets_owned_cents, death_cover_cents, death_premium_cents, tpd_cover_cents, tpd_premium_cents,
  sci_cover_cents, sci_premium_cents
FROM snapshot_raw FINAL
WHERE plan_id = {plan:String} AND member_id = {member:UUID} AND ${inCurrentSnapshots}
ORDER BY month DESC LIMIT 1`,
    query_params: { plan: planId, member: memberId },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<SnapshotRow>();
  return {
    asAt: row === undefined ? null : monthEnd(monthOf(row.as_at)),
    salary: dollars(row?.salary_cents),
    balance: dollars(row?.total_assets_owned_cents),
    currentInsurance: {
      deathCover: dollars(row?.death_cover_cents),
      deathPremium: dollars(row?.death_premium_cents),
      tpdCover: dollars(row?.tpd_cover_cents),
      tpdPremium: dollars(row?.tpd_premium_cents),
      sciCover: dollars(row?.sci_cover_cents),
      sciPremium: dollars(row?.sci_premium_cents),
    },
  };
}
