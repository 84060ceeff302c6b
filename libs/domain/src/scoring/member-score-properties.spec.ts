import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemberMonthInput } from './member-month.js';
import { scoreMember } from './member-score.js';
import { scoredAreas } from './super-score.js';
import { referenceFigures } from './typical-member.js';

const june2021 = '2021-06-30';
const score = (member: MemberMonthInput) => scoreMember(member, referenceFigures, june2021);

const cents = (maximumDollars: number) => fc.integer({ min: 0, max: maximumDollars * 100 });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 6 });
const month = fc
  .tuple(fc.integer({ min: 1915, max: 2010 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, m]) => `${year}-${String(m).padStart(2, '0')}`);
const date = month.map((m) => `${m}-15`);
const anyMember: fc.Arbitrary<MemberMonthInput> = fc.record({
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

describe('every member', () => {
  it('has components within 0..1, a score within 0..5 and a score exactly when three components are known', () => {
    fc.assert(
      fc.property(anyMember, fc.constantFrom('2015-01-31', june2021, '2030-12-31'), (member, asAt) => {
        const result = scoreMember(member, referenceFigures, asAt);
        const known = scoredAreas.flatMap((area) => result.components[area] ?? []);
        expect(known.every((points) => points >= 0 && points <= 1)).toBe(true);
        expect(result.scoreMillionths === null).toBe(known.length < 3);
        expect(result.scoreMillionths ?? 0).toBeGreaterThanOrEqual(0);
        expect(result.scoreMillionths ?? 0).toBeLessThanOrEqual(5_000_000);
      }),
      { numRuns: 500 },
    );
  });

  it('scores no less with a higher balance, in every component', () => {
    const balance = fc.integer({ min: 0, max: 2_000_000_00 });
    fc.assert(
      fc.property(anyMember, balance, balance, (member, a, b) => {
        const less = score({ ...member, totalAssetsOwnedCents: Math.min(a, b) });
        const more = score({ ...member, totalAssetsOwnedCents: Math.max(a, b) });
        for (const area of scoredAreas) {
          expect(more.components[area] ?? 0).toBeGreaterThanOrEqual(less.components[area] ?? 0);
        }
        expect(more.scoreMillionths ?? 0).toBeGreaterThanOrEqual(less.scoreMillionths ?? 0);
      }),
      { numRuns: 500 },
    );
  });

  it('scores no less with more cover, up to 1.5 needs', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(anyMember, cents(400_000), share, share, (member, salaryCents, a, b) => {
        // The lowest need is 0.8 salaries, from 65 on.
        const most = 1.5 * 0.8 * salaryCents;
        const cover = (part: number) => ({ ...member, salaryCents, deathCoverCents: Math.floor(most * part) });
        const less = score(cover(Math.min(a, b)));
        const more = score(cover(Math.max(a, b)));
        if (less.components.lifeInsurance === null || more.components.lifeInsurance === null) return;
        expect(more.scoreMillionths ?? 0).toBeGreaterThanOrEqual(less.scoreMillionths ?? 0);
      }),
      { numRuns: 500 },
    );
  });
});
