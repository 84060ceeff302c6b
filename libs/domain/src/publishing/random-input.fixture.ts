import { addDays, addMonths, type IsoDate, monthOf, shiftMonth } from '../calendar-dates.js';
import { concessionalThisYear, type MonthlyFlows, trailingYearOf } from '../scoring/contributions.js';
import { growthTargetOfAge, riskProfiles } from '../scoring/investment-approach.js';
import type { MemberMonthInput } from '../scoring/member-month.js';

/** Uniform in [0, 1). */
export type Random = () => number;

export const asAt: IsoDate = '2025-06-30';
export const month = monthOf(asAt);

export const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
/** Null in one of ten cases. */
export const maybe = <T>(random: Random, value: T): T | null => (random() < 0.1 ? null : value);

/** Up to twelve months to the as-at date. Each column is blank, zero, or given in some months, corrections included. */
export function anyFlows(random: Random): MonthlyFlows[] {
  const amounts = (mostCents: number) => {
    const kind = random();
    const cents = Math.floor(random() * mostCents);
    return () => (kind < 0.25 ? null : kind < 0.5 ? 0 : pick(random, [null, 0, cents, cents, cents, -cents]));
  };
  const [sacrifice, personal, fees] = [amounts(1_500_00), amounts(2_000_00), amounts(60_00)];
  // 80 % of the cap of $30,000 in a year is $2,000 a month, 90 % is $2,250 and all of it $2,500.
  const employer = pick(random, [null, 0, 1_000_00, 2_000_00, 2_249_99, 2_250_00, 2_500_00, 2_500_01]);
  const months = pick(random, [1, 2, 3, 12, 12, 12]);
  return Array.from({ length: months }, (_, i) => ({
    month: shiftMonth(month, i + 1 - months),
    employerContributionsCents: employer,
    salarySacrificeCents: sacrifice(),
    personalContributionsCents: personal(),
    feesCents: fees(),
  }));
}

/** Blanks, and values at and between the boundaries of groups and rules, so that every value of every fact occurs. */
export function anyInput(
  random: Random,
  flows: MonthlyFlows[],
  riskProfileAssessedOn: IsoDate | null,
): MemberMonthInput {
  const age = Math.floor(14 + random() * 75);
  const salary = Math.floor(random() * pick(random, [60_000_00, 120_000_00, 320_000_00]));
  const salaryCents = maybe(random, pick(random, [salary, salary, 0, 30_000_00, 65_000_00, 250_000_00, 250_000_01]));
  const balance = Math.floor(random() ** 3 * 900_000_00);
  const balances = [balance, balance, balance, 0, -balance, 10_000_00, 107_999_99, 108_000_00, 500_000_00];
  const cover = Math.floor(random() * 8 * (salaryCents ?? 90_000_00));
  // From 65 the need is 0.8 salaries: 1.2 salaries of cover are exactly 1.5 needs.
  const covers = [cover, cover, cover, 0, 0, Math.floor(1.2 * (salaryCents ?? 0))];
  const growth = growthTargetOfAge(age) + pick(random, [-40, -10.1, -10, 0, 10, 25, 25.1]);
  return {
    birthMonth: maybe(random, shiftMonth(month, -12 * age - Math.floor(random() * 12))),
    gender: pick(random, ['Female', 'Female', 'Male', 'Male', 'Other', null]),
    joinDate: maybe(random, addDays(asAt, -Math.floor(random() ** 2 * 6_000))),
    salaryCents,
    totalAssetsOwnedCents: maybe(random, pick(random, balances)),
    deathCoverCents: maybe(random, pick(random, covers)),
    tpdCoverCents: maybe(random, pick(random, covers)),
    sciCoverCents: maybe(random, pick(random, [0, 0, 4_000_00])),
    insurancePremiumCents: maybe(random, pick(random, [0, 25_00, Math.floor(random() * 300_00)])),
    riskProfileName: pick(random, [...riskProfiles, null, null]),
    growthExposurePercent: maybe(random, pick(random, [growth, growth, Math.floor(random() * 1_000) / 10])),
    holdingsGrowthPercent: maybe(random, Math.floor(random() * 101)),
    beneficiaryNominationType: pick(random, ['Binding', 'Binding', 'Non-binding', 'None', null]),
    nominationDate: maybe(random, pick(random, [addMonths(asAt, -36), addDays(asAt, -Math.floor(random() * 2_000))])),
    nominationLapsing: pick(random, [true, true, false, null]),
    latestValidation: maybe(random, { on: addDays(asAt, -Math.floor(random() * 1_000)), valid: random() < 0.7 }),
    riskProfileAssessedOn,
    trailingYear: trailingYearOf(flows, asAt),
    concessionalThisYear: concessionalThisYear(flows, asAt),
  };
}
