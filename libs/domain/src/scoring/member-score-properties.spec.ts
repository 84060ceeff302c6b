import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMember, cents } from './any-member.fixture.js';
import type { MemberMonthInput } from './member-month.js';
import { scoreMember } from './member-score.js';
import { scoredAreas } from './super-score.js';
import { referenceFigures } from './typical-member.js';

const june2021 = '2021-06-30';
const score = (member: MemberMonthInput) => scoreMember(member, referenceFigures, june2021);

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
