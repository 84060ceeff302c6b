import { monthEnd, monthOf, shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import type { Holding } from '@superscope/domain/fees/fee-rows';
import type { UntilRetirement } from '@superscope/domain/fees/fees-until-retirement';
import { trailingYearOf, type MonthlyFlows } from '@superscope/domain/scoring/contributions';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresAt, type ProjectionFigures } from '@superscope/domain/scoring/figures-at';
import { realReturn, yearlyContribution } from '@superscope/domain/scoring/retirement-income';
import { holdingMonths, withHoldingMonths } from '../analytics/compile/holdings-sql.js';
import type { Analytics } from '../platform/engines.module.js';

export interface MemberHoldings {
  /** Month end, yyyy-MM-dd; null if no holdings are known. */
  asAt: string | null;
  holdings: Holding[];
}

interface OfMember {
  planId: string;
  memberId: string;
}

/** What a member has in each investment, above $0, in the newest month for which the plan's holdings are there. */
export async function memberHoldings({ client }: Analytics, { planId, memberId }: OfMember): Promise<MemberHoldings> {
  const answer = await client.query({
    query: `${withHoldingMonths(['plan_id = {plan:String}'])}
SELECT toString(month) AS first_day, asset_code, toInt64(balance_cents) AS cents
FROM assets_owned_raw FINAL
WHERE plan_id = {plan:String} AND member_id = {member:UUID}
  AND (plan_id, month, import_id) IN (SELECT plan_id, month, import_id FROM ${holdingMonths} ORDER BY month DESC LIMIT 1)
ORDER BY cents DESC, asset_code`,
    query_params: { plan: planId, member: memberId },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ first_day: string; asset_code: string; cents: number | string }>();
  const holdings = rows
    .map((row) => ({ assetCode: row.asset_code, balanceCents: Number(row.cents) }))
    .filter(({ balanceCents }) => balanceCents > 0);
  const [first] = rows;
  return { asAt: first === undefined ? null : monthEnd(monthOf(first.first_day)), holdings };
}

interface MonthRow {
  first_day: string;
  balances_of: string;
  age: number | null;
  salary_cents: number | string | null;
  insurance_premium_cents: number | string | null;
  employer_contributions_cents: number | string | null;
  salary_sacrifice_cents: number | string | null;
  personal_contributions_cents: number | string | null;
  fees_cents: number | string | null;
}

const cents = (value: number | string | null) => (value === null ? null : Number(value));

const flowsOf = (row: MonthRow): MonthlyFlows => ({
  month: monthOf(row.first_day),
  employerContributionsCents: cents(row.employer_contributions_cents),
  salarySacrificeCents: cents(row.salary_sacrifice_cents),
  personalContributionsCents: cents(row.personal_contributions_cents),
  feesCents: cents(row.fees_cents),
});

/** What is known of a member for a projection to retirement, whatever they are invested in. */
export interface MemberOutlook {
  retirementAge: number;
  /** Whole years until then, at least one. */
  years: number;
  /** Dollars a year, after tax, today's fees and premiums. */
  contribution: number;
  /** The same before fees. */
  contributionBeforeFees: number;
  /** Percent of growth assets that the fund gave for the month of the balance; null if it gave none. */
  growthOfFiles: number | null;
  figures: ProjectionFigures;
}

/** What a projection to retirement assumes of a member, apart from the balance. */
export interface MemberProspects extends Omit<UntilRetirement, 'balanceCents'> {
  retirementAge: number;
  returnPercent: number;
  wageGrowthPercent: number;
}

/** Null if age, salary or the figures of the projection are not known, or the member is of retirement age. */
export async function memberOutlook(
  analytics: Analytics,
  of: OfMember,
  ofNow: Promise<Figures>,
): Promise<MemberOutlook | null> {
  const [rows, ofToday] = await Promise.all([monthsOf(analytics, of), ofNow]);
  const figures = figuresAt(ofToday, sydneyDate(new Date())).projection;
  const newest = rows.at(-1);
  if (figures === null || newest === undefined || newest.age === null || newest.salary_cents === null) return null;
  const years = figures.retirementAge - newest.age;
  if (years <= 0) return null;
  const asAt = monthEnd(monthOf(newest.first_day));
  const withSnapshot = rows.filter((row) => monthOf(row.first_day) === monthOf(row.balances_of));
  const trailingYear = trailingYearOf(withSnapshot.map(flowsOf), asAt);
  const paid = {
    salary: Number(newest.salary_cents) / 100,
    insurancePremium: Number(newest.insurance_premium_cents ?? 0) / 100,
  };
  return {
    retirementAge: figures.retirementAge,
    years,
    contribution: yearlyContribution({ ...paid, trailingYear }, figures),
    contributionBeforeFees: yearlyContribution({ ...paid, trailingYear: { ...trailingYear, feesCents: 0 } }, figures),
    growthOfFiles: await growthExposure(analytics, of, newest.balances_of),
    figures,
  };
}

/** Null if growth exposure is not known: neither that of the fund's files nor that of the holdings. */
export function prospectsOf(
  { figures, years, contribution, retirementAge, growthOfFiles }: MemberOutlook,
  holdingsGrowthPercent: number | null,
): MemberProspects | null {
  const growthPercent = growthOfFiles ?? holdingsGrowthPercent;
  if (growthPercent === null) return null;
  const growthOverWages = realReturn(growthPercent, figures);
  return {
    years,
    contribution,
    realReturn: growthOverWages,
    retirementAge,
    returnPercent: 100 * ((1 + growthOverWages) * (1 + figures.wageGrowthRate) - 1),
    wageGrowthPercent: 100 * figures.wageGrowthRate,
  };
}

/** The member's rows of the last twelve months, oldest first. */
async function monthsOf({ client }: Analytics, { planId, memberId }: OfMember): Promise<MonthRow[]> {
  const from = `${shiftMonth(monthOf(sydneyDate(new Date())), -24)}-01`;
  const answer = await client.query({
    query: `SELECT toString(month) AS first_day, toString(balance_as_at) AS balances_of, age, salary_cents, insurance_premium_cents,
  employer_contributions_cents, salary_sacrifice_cents, personal_contributions_cents, fees_cents
FROM member_snapshot FINAL
WHERE plan_id = {plan:String} AND month >= {from:Date} AND member_id = {member:UUID} ORDER BY month`,
    query_params: { plan: planId, member: memberId, from },
    format: 'JSONEachRow',
  });
  return answer.json<MonthRow>();
}

/** Percent of growth assets that the fund gave for the month of a balance; null if it gave none. */
export async function growthExposure({ client }: Analytics, { planId, memberId }: OfMember, asAt: string) {
  const answer = await client.query({
    query: `SELECT growth_exposure_percent AS growth FROM snapshot_raw FINAL
WHERE plan_id = {plan:String} AND month = {month:Date} AND member_id = {member:UUID} AND import_id = (
  SELECT argMax(import_id, completed) FROM (
    SELECT import_id, maxIf(revision, step = 'completed') AS completed, argMax(step, revision) AS latest
    FROM plan_month_import FINAL
    WHERE plan_id = {plan:String} AND content = 'snapshots' AND month = {month:Date}
    GROUP BY import_id
  ) WHERE latest = 'completed'
)`,
    query_params: { plan: planId, member: memberId, month: `${monthOf(asAt)}-01` },
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ growth: number | string | null }>();
  return row?.growth == null ? null : Number(row.growth);
}
