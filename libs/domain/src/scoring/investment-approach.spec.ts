import { describe, expect, it } from 'vitest';
import {
  growthOfHoldings,
  growthRangeOf,
  growthTargetOfAge,
  investmentApproach,
  type InvestmentInput,
} from './investment-approach.js';

const asAt = '2024-06-30';
const member = (input: Partial<InvestmentInput>): InvestmentInput => ({
  age: 40,
  growthPercent: 80,
  riskProfileName: null,
  riskProfileAssessedOn: null,
  ...input,
});
const result = (input: Partial<InvestmentInput>) => investmentApproach(member(input), asAt);

it.each([
  [18, 80],
  [44, 80],
  [45, 70],
  [54, 70],
  [55, 60],
  [59, 60],
  [60, 50],
  [90, 50],
])('at %i the target is %i %% growth', (age, target) => expect(growthTargetOfAge(age)).toBe(target));

describe('an investment approach by age', () => {
  it.each([
    [40, 80, 1],
    [40, 60, 0.5],
    [40, 40, 0],
    [40, 0, 0],
    [40, 100, 1],
    [60, 75, 1],
    [60, 75.01, 0.8],
  ])('at %i with %f %% growth scores %f', (age, growthPercent, points) =>
    expect(result({ age, growthPercent }).points).toBeCloseTo(points, 10),
  );

  it.each([
    [40, 70, true, true],
    [40, 69.9, false, false],
    [60, 75, true, true],
    [60, 75.1, true, false],
  ])('at %i with %f %% growth is adequate %s and suitable %s', (age, growthPercent, adequate, suitable) =>
    expect(result({ age, growthPercent })).toMatchObject({
      growthExposureAdequated: adequate,
      strategySuitable: suitable,
      assessedAndAligned: false,
    }),
  );

  it('is unknown without age or growth, but a missing assessment is a no', () => {
    const unknown = {
      points: null,
      growthExposureAdequated: null,
      strategySuitable: null,
      assessedAndAligned: false,
    };
    expect(result({ age: null })).toEqual(unknown);
    expect(result({ growthPercent: null })).toEqual(unknown);
  });
});

describe('an investment approach by an assessed risk profile', () => {
  it.each([
    ['Cash', 0],
    ['Cautious', 20],
    ['Conservative', 35],
    ['Moderate', 55],
    ['Assertive', 75],
    ['Aggressive', 92],
  ])('of %s aims at %i %% growth, give or take ten points', (riskProfileName, target) => {
    const aligned = (growthPercent: number) =>
      result({ riskProfileName, riskProfileAssessedOn: '2023-01-01', growthPercent }).assessedAndAligned;
    expect([target - 10.1, target - 10, target + 10, target + 10.1].map(aligned)).toEqual([false, true, true, false]);
  });

  const assessed = { riskProfileName: 'Moderate', riskProfileAssessedOn: '2023-01-01' };

  it.each([
    [55, 1, true],
    [45, 0.75, true],
    [44.9, 0.7475, false],
    [65, 1, true],
    [65.1, 1, false],
    [80, 1, false],
    [80.1, 0.8, false],
  ])('of 55 %% growth, with %f %% scores %f and is aligned %s', (growthPercent, points, aligned) => {
    const { points: scored, assessedAndAligned, strategySuitable } = result({ ...assessed, growthPercent });
    expect(scored).toBeCloseTo(points, 10);
    expect(assessedAndAligned).toBe(aligned);
    expect(strategySuitable).toBe(aligned);
  });

  it('still judges adequate growth by age', () => {
    expect(result({ ...assessed, growthPercent: 55 }).growthExposureAdequated).toBe(false);
    expect(result({ ...assessed, growthPercent: 70 }).growthExposureAdequated).toBe(true);
  });

  it('needs no age, and is unknown without growth', () => {
    expect(result({ ...assessed, age: null, growthPercent: 55 })).toEqual({
      points: 1,
      growthExposureAdequated: null,
      assessedAndAligned: true,
      strategySuitable: true,
    });
    expect(result({ ...assessed, growthPercent: null }).assessedAndAligned).toBeNull();
  });

  it.each([
    ['2022-06-30', 'Moderate', false],
    ['2022-07-01', 'Moderate', true],
    ['2024-06-30', 'Moderate', true],
    ['2023-01-01', 'Balanced', false],
    ['2023-01-01', 'toString', false],
    ['2023-01-01', null, false],
    [null, 'Moderate', false],
  ])('counts for 24 months and by a known name: %s %s %s', (riskProfileAssessedOn, riskProfileName, counts) => {
    // 55 % meets the target of the profile and is under the target at 40.
    const { points } = result({ riskProfileAssessedOn, riskProfileName, growthPercent: 55 });
    expect(points).toBe(counts ? 1 : 0.375);
  });
});

describe('the range of growth that suits', () => {
  const assessed = { riskProfileName: 'Moderate', riskProfileAssessedOn: '2024-01-01' };
  const range = (some: Partial<InvestmentInput>) => growthRangeOf(member(some), asAt);

  it('is around the target of an assessed risk profile, else around that of the age, between 0 and 100', () => {
    expect(range(assessed)).toEqual({ target: 55, from: 45, to: 65, basis: 'riskProfile' });
    expect(range({ ...assessed, riskProfileName: 'Cash' })).toMatchObject({ target: 0, from: 0, to: 10 });
    expect(range({ age: 44 })).toEqual({ target: 80, from: 70, to: 100, basis: 'age' });
    expect(range({ age: 62 })).toEqual({ target: 50, from: 40, to: 75, basis: 'age' });
    expect(range({ age: null })).toBeNull();
  });

  it('holds exactly the growth by which a strategy is suitable', () => {
    for (const some of [assessed, { age: 30 }, { age: 47 }, { age: 57 }, { age: 70 }])
      for (let growthPercent = 0; growthPercent <= 100; growthPercent += 0.5) {
        const { from, to } = range(some)!;
        const { strategySuitable } = result({ ...some, growthPercent });
        expect([some, growthPercent, strategySuitable]).toEqual([
          some,
          growthPercent,
          growthPercent >= from && growthPercent <= to,
        ]);
      }
  });
});

describe('growth of holdings', () => {
  it('is weighted by balance over the holdings with known growth', () => {
    const holdings = [
      { balanceCents: 300_00, growthPercent: 80 },
      { balanceCents: 100_00, growthPercent: 40 },
      { balanceCents: 900_00, growthPercent: null },
    ];
    expect(growthOfHoldings(holdings)).toBe(70);
  });
  it('is unknown without such holdings', () => {
    expect(growthOfHoldings([])).toBeNull();
    expect(growthOfHoldings([{ balanceCents: 0, growthPercent: 80 }])).toBeNull();
    expect(growthOfHoldings([{ balanceCents: 500, growthPercent: null }])).toBeNull();
  });
});
