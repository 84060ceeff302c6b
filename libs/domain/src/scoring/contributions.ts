import {
  type IsoDate,
  type IsoMonth,
  financialYearStart,
  financialYear,
  monthOf,
  shiftMonth,
} from '../calendar-dates.js';
import type { TrailingYear } from './member-month.js';

/** What flowed in one calendar month, in integer cents; negative amounts are corrections. */
export interface MonthlyFlows {
  month: IsoMonth;
  employerContributionsCents: number | null;
  salarySacrificeCents: number | null;
  personalContributionsCents: number | null;
  feesCents: number | null;
}

/** Sums of one member's snapshots of the 12 months up to the month of the date. Other months may be among them. */
export function trailingYearOf(flows: Iterable<MonthlyFlows>, asAt: IsoDate): TrailingYear {
  const last = monthOf(asAt);
  const first = shiftMonth(last, -11);
  const sums: TrailingYear = {
    monthsWithSnapshot: 0,
    salarySacrificeCents: 0,
    personalContributionsCents: 0,
    feesCents: 0,
    madeVoluntaryContribution: null,
  };
  for (const flow of flows) {
    if (flow.month < first || flow.month > last) continue;
    const { salarySacrificeCents: salarySacrifice, personalContributionsCents: personal } = flow;
    sums.monthsWithSnapshot++;
    sums.salarySacrificeCents += salarySacrifice ?? 0;
    sums.personalContributionsCents += personal ?? 0;
    sums.feesCents += flow.feesCents ?? 0;
    if (salarySacrifice === null && personal === null) continue;
    sums.madeVoluntaryContribution ||= (salarySacrifice ?? 0) > 0 || (personal ?? 0) > 0;
  }
  return sums;
}

/** Concessional contributions from July to the month of the date; null when no snapshot of these months gives any. */
export function concessionalYearToDateCents(flows: Iterable<MonthlyFlows>, asAt: IsoDate): number | null {
  const last = monthOf(asAt);
  const first = monthOf(financialYearStart(financialYear(asAt)));
  let sum: number | null = null;
  for (const { month, employerContributionsCents: employer, salarySacrificeCents: sacrifice } of flows) {
    if (month < first || month > last || (employer === null && sacrifice === null)) continue;
    sum = (sum ?? 0) + (employer ?? 0) + (sacrifice ?? 0);
  }
  return sum;
}

/** The pace of the year says something from September on. */
const FIRST_MONTH_TO_ANNUALISE = 3;

/**
 * Not over the cap, and either 80 % of it already or, at this pace, 90 % by June. Null when either figure is unknown.
 * @param monthsSinceJuly July is 1, June 12
 */
export function isApproachingCap(yearToDateCents: number | null, capCents: number | null, monthsSinceJuly: number) {
  if (yearToDateCents === null || capCents === null) return null;
  if (yearToDateCents > capCents) return false;
  const onPace =
    monthsSinceJuly >= FIRST_MONTH_TO_ANNUALISE && yearToDateCents * 12 * 10 >= capCents * 9 * monthsSinceJuly;
  return yearToDateCents * 10 >= capCents * 8 || onPace;
}
