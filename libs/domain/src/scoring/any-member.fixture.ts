import fc from 'fast-check';
import type { MemberMonthInput } from './member-month.js';

export const cents = (maximumDollars: number) => fc.integer({ min: 0, max: maximumDollars * 100 });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 6 });
const month = fc
  .tuple(fc.integer({ min: 1915, max: 2010 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, m]) => `${year}-${String(m).padStart(2, '0')}`);
const date = month.map((m) => `${m}-15`);
/** A member with any inputs, each of which may be missing. */
export const anyMember: fc.Arbitrary<MemberMonthInput> = fc.record({
  birthMonth: maybe(month),
  gender: fc.constantFrom('Male', 'Female', 'Other', null),
  joinDate: maybe(date),
  salaryCents: maybe(cents(400_000)),
  totalAssetsOwnedCents: maybe(fc.integer({ min: -1_000_00, max: 2_000_000_00 })),
  deathCoverCents: maybe(fc.oneof(fc.constant(0), cents(3_000_000))),
  tpdCoverCents: maybe(cents(1_000_000)),
  sciCoverCents: maybe(cents(10_000)),
  insurancePremiumCents: maybe(cents(500)),
  riskProfileName: fc.constantFrom(null, 'Cash', 'Moderate', 'Aggressive', 'Balanced'),
  growthExposurePercent: maybe(fc.double({ min: 0, max: 100, noNaN: true })),
  holdingsGrowthPercent: maybe(fc.double({ min: 0, max: 100, noNaN: true })),
  beneficiaryNominationType: fc.constantFrom('Binding', 'Non-binding', 'None', null),
  nominationDate: maybe(date),
  nominationLapsing: fc.constantFrom(true, false, null),
  latestValidation: maybe(fc.record({ on: date, valid: fc.boolean() })),
  riskProfileAssessedOn: maybe(fc.constantFrom('2019-06-30', '2019-07-01', '2021-06-30')),
  trailingYear: fc.record({
    monthsWithSnapshot: fc.integer({ min: 0, max: 12 }),
    salarySacrificeCents: fc.integer({ min: -1_000_00, max: 30_000_00 }),
    personalContributionsCents: fc.integer({ min: -1_000_00, max: 100_000_00 }),
    feesCents: cents(5_000),
    madeVoluntaryContribution: maybe(fc.boolean()),
  }),
  concessionalThisYear: fc.record({
    monthsWithSnapshot: fc.integer({ min: 0, max: 12 }),
    cents: maybe(cents(40_000)),
  }),
});
