import { describe, expect, it } from 'vitest';
import { figuresAt } from '../scoring/figures-at.js';
import { figuresFrom } from '../scoring/figures-from-rows.js';
import { referenceBenchmarks, referenceSuperParameters } from '../scoring/reference-figures.js';
import { insurancePosition, missingFor, type InsuredFigures } from './insurance-position.js';

const { figures } = figuresFrom({ benchmarks: referenceBenchmarks, superParameters: referenceSuperParameters });
const multiples = figuresAt(figures, '2026-10-31').deathNeedMultiples;

/** At 40 the need is 5.4 salaries: $540,000. */
const of = (some: Partial<InsuredFigures>) =>
  insurancePosition(
    { age: 40, salaryCents: 10_000_000, balanceCents: 10_000_000, deathCoverCents: 20_000_000, ...some },
    multiples,
  );

describe('the position of death cover', () => {
  it('compares cover and balance together with the need at the age', () => {
    expect(of({})).toEqual({
      multiple: 5.4,
      needCents: 54_000_000,
      coveredPercent: (100 * 30) / 54,
      indicator: 'Under insured',
      points: (0.7 * 30) / (0.8 * 54),
      // $440,000 would meet the need together with the balance.
      shortCents: 24_000_000,
      overCents: 0,
    });
  });

  it('lacks nothing from 80 % of the need on', () => {
    expect(of({ deathCoverCents: 33_200_000 })).toMatchObject({ indicator: 'On target', points: 1, shortCents: 0 });
    expect(of({ deathCoverCents: 33_199_999 })).toMatchObject({ indicator: 'Under insured' });
  });

  it('lacks half of the need without cover, however large the balance', () => {
    expect(of({ deathCoverCents: 0, balanceCents: 90_000_000 })).toMatchObject({
      indicator: 'None',
      points: 0,
      shortCents: 27_000_000,
    });
  });

  it('is too much above one and a half needs', () => {
    expect(of({ deathCoverCents: 81_000_000 })).toMatchObject({ indicator: 'On target', overCents: 0 });
    expect(of({ deathCoverCents: 90_000_000 })).toMatchObject({ indicator: 'Over insured', overCents: 9_000_000 });
  });

  it('with the cover that it lacks is on target', () => {
    for (const age of [22, 37, 58, 64])
      for (const balanceCents of [-5_000, 0, 7_654_321, 60_000_000])
        for (const deathCoverCents of [0, 1, 9_999_999]) {
          const before = of({ age, balanceCents, deathCoverCents })!;
          const after = of({ age, balanceCents, deathCoverCents: deathCoverCents + before.shortCents })!;
          if (before.shortCents > 0) expect(after).toMatchObject({ indicator: 'On target', shortCents: 0 });
        }
  });

  it('is not known if a figure is missing, which is named', () => {
    const nobody: InsuredFigures = { age: null, salaryCents: 0, balanceCents: null, deathCoverCents: null };
    expect(insurancePosition(nobody, multiples)).toBeNull();
    expect(missingFor(nobody, multiples)).toEqual(['the age', 'a salary', 'the balance', 'the death cover']);
    expect(of({ balanceCents: null })).toBeNull();
    expect(insurancePosition({ ...nobody, age: 40, salaryCents: 1 }, null)).toBeNull();
    expect(missingFor({ age: 40, salaryCents: 1, balanceCents: 0, deathCoverCents: 0 }, null)).toEqual([
      'how much cover people need by age',
    ]);
  });
});
