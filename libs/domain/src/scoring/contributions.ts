import {
  type IsoDate,
  type IsoMonth,
  financialYearStart,
  financialYear,
  monthOf,
  shiftMonth,
} from '../calendar-dates.js';
import type { ConcessionalYear, TrailingYear } from './member-month.js';

/** One calendar month's cash flows in integer cents; negative amounts are corrections. */
export interface MonthlyFlows {
  month: IsoMonth;
  employerContributionsCents: number | null;
  salarySacrificeCents: number | null;
  personalContributionsCents: number | null;
  feesCents: number | null;
}

/** Sums one member's snapshots over the 12 months up to the month of the date. Other months are ignored. */
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

/** Sums one member's snapshots from July to the month of the date. Other months are ignored. */
export function concessionalThisYear(flows: Iterable<MonthlyFlows>, asAt: IsoDate): ConcessionalYear {
  const last = monthOf(asAt);
  const first = monthOf(financialYearStart(financialYear(asAt)));
  const year: ConcessionalYear = { monthsWithSnapshot: 0, cents: null };
  for (const { month, employerContributionsCents: employer, salarySacrificeCents: sacrifice } of flows) {
    if (month < first || month > last) continue;
    year.monthsWithSnapshot++;
    if (employer === null && sacrifice === null) continue;
    year.cents = (year.cents ?? 0) + (employer ?? 0) + (sacrifice ?? 0);
  }
  return year;
}

/** With fewer known months a yearly pace is not meaningful. */
const FEWEST_MONTHS_TO_ANNUALISE = 3;

/**
 * Whether contributions are not over the cap, but already at 80 % of it or on pace for 90 % in twelve months. Null when either figure is
 * unknown. The pace counts only months with a snapshot, because a month that is carried forward has no contributions.
 */
export function isApproachingCap({ cents, monthsWithSnapshot }: ConcessionalYear, capCents: number | null) {
  if (cents === null || capCents === null) return null;
  if (cents > capCents) return false;
  const onPace =
    monthsWithSnapshot >= FEWEST_MONTHS_TO_ANNUALISE && cents * 12 * 10 >= capCents * 9 * monthsWithSnapshot;
  return cents * 10 >= capCents * 8 || onPace;
}
