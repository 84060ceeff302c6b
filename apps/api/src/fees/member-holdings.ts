import { monthEnd, monthOf, shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import type { Holding } from '@superscope/domain/fees/fee-rows';
import type { UntilRetirement } from '@superscope/domain/fees/fees-until-retirement';
import { trailingYearOf, type MonthlyFlows } from '@superscope/domain/scoring/contributions';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresAt, type ProjectionFigures } from '@superscope/domain/scoring/figures-at';
import { realReturn, yearlyContribution } from '@superscope/domain/scoring/retirement-income';
import { inCurrentSnapshots, ofMember } from '../members/member-rows-sql.js';
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

/**
 * What a member has in each investment, above $0, in the newest month for which the plan's holdings are there. Imports are looked at from the
 * newest on, because counting the rows of all of them took most of the time of a draft.
 */
export async function memberHoldings(analytics: Analytics, of: OfMember): Promise<MemberHoldings> {
  for (const imported of await importsOfHoldings(analytics, of.planId)) {
    const { found, held } = await rowsOf(analytics, imported, of);
    // A chunk was set aside: the import does not count.
    if (found < imported.expected) continue;
    const holdings = held
      .map(([assetCode, balance]) => ({ assetCode, balanceCents: Number(balance) }))
      .filter(({ balanceCents }) => balanceCents > 0)
      .sort((a, b) => b.balanceCents - a.balanceCents || (a.assetCode < b.assetCode ? -1 : 1));
    return { asAt: held.length === 0 ? null : monthEnd(monthOf(imported.first_day)), holdings };
  }
  return { asAt: null, holdings: [] };
}

interface HoldingsImport {
  first_day: string;
  import_id: string;
  /** Rows that it has, if none was set aside. */
  expected: number;
}

/** A plan's imports of holdings that are not withdrawn: those of the newest month first, and of a month the newest. */
async function importsOfHoldings({ client }: Analytics, planId: string): Promise<HoldingsImport[]> {
  const answer = await client.query({
    query: `SELECT toString(month) AS first_day, import_id, argMaxIf(rows, revision, step = 'completed') AS expected
FROM plan_month_import FINAL
WHERE plan_id = {plan:String} AND content = 'assets'
GROUP BY month, import_id
HAVING argMax(step, revision) = 'completed'
ORDER BY month DESC, maxIf(revision, step = 'completed') DESC`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  return answer.json<HoldingsImport>();
}

interface RowsOfImport {
  found: number;
  /** Of one member: asset code and cents. */
  held: [string, number | string][];
}

async function rowsOf(
  { client }: Analytics,
  { first_day: month, import_id: importId }: HoldingsImport,
  { planId, memberId }: OfMember,
): Promise<RowsOfImport> {
  const answer = await client.query({
    query: `SELECT count() AS found, groupArrayIf((asset_code, toInt64(balance_cents)), member_id = {member:UUID}) AS held
FROM assets_owned_raw FINAL
WHERE plan_id = {plan:String} AND month = {month:Date} AND import_id = {import:String}`,
    query_params: { plan: planId, member: memberId, month, import: importId },
    format: 'JSONEachRow',
  });
  const [counted] = await answer.json<RowsOfImport>();
  return counted!;
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
  const [rows, ofToday, growthOf] = await Promise.all([monthsOf(analytics, of), ofNow, growthExposures(analytics, of)]);
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
    growthOfFiles: growthOf.get(monthOf(newest.balances_of)) ?? null,
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
${ofMember} WHERE plan_id = {plan:String} AND month >= {from:Date} ORDER BY month`,
    query_params: { plan: planId, member: memberId, from },
    format: 'JSONEachRow',
  });
  return answer.json<MonthRow>();
}

/** Percent of growth assets that the fund gave, by month (yyyy-MM) of the balance; without the months for which it gave none. */
export async function growthExposures(
  { client }: Analytics,
  { planId, memberId }: OfMember,
): Promise<ReadonlyMap<string, number>> {
  const answer = await client.query({
    query: `SELECT toString(month) AS first_day, growth_exposure_percent AS growth FROM snapshot_raw FINAL
WHERE plan_id = {plan:String} AND member_id = {member:UUID} AND growth_exposure_percent IS NOT NULL AND ${inCurrentSnapshots}`,
    query_params: { plan: planId, member: memberId },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ first_day: string; growth: number | string }>();
  return new Map(rows.map(({ first_day: day, growth }) => [monthOf(day), Number(growth)]));
}
