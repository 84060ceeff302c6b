import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from './fraction.js';
import { deathCoverNeed, lifeInsurance } from './life-insurance.js';

const need = { numerator: 500_000_00n, denominator: 1n };

describe('life insurance against a need of $500,000', () => {
  it.each([
    ['no cover', 0, 400_000_00, 0, 'None'],
    ['half of the need, balance included', 200_000_00, 50_000_00, 0.4375, 'Under insured'],
    ['just under 80 %', 300_000_00, 99_999_99, 0.69999998, 'Under insured'],
    ['80 % exactly', 300_000_00, 100_000_00, 1, 'On target'],
    ['one and a half needs of cover', 750_000_00, 0, 1, 'On target'],
    ['more cover than one and a half needs', 750_000_01, 0, 0.8, 'Over insured'],
    ['a large balance on top, which is never too much', 100_000_00, 2_000_000_00, 1, 'On target'],
    ['a negative balance, which counts as nothing', 200_000_00, -50_000_00, 0.35, 'Under insured'],
  ])('%s', (_, cover, balance, points, indicator) => {
    const result = lifeInsurance(cover, balance, need);
    expect(result.points).toBeCloseTo(points, 8);
    expect(result.indicator).toBe(indicator);
  });

  it.each([
    ['no cover is known even if nothing else is', 0, null, null, 0, 'None'],
    ['cover unknown', null, 100, need, null, null],
    ['need unknown', 100_000_00, 100, null, null, null],
    ['a need of zero for a salary of zero', 100_000_00, 100, { numerator: 0n, denominator: 1n }, null, null],
    ['balance unknown', 100_000_00, null, need, null, null],
    ['over insured whatever the balance', 800_000_00, null, need, 0.8, 'Over insured'],
  ])('with a gap: %s', (_, cover, balance, needed, points, indicator) => {
    expect(lifeInsurance(cover, balance, needed)).toMatchObject({ points, indicator });
  });

  it('never scores less for more cover up to 1.5 needs, nor for a higher balance', () => {
    const cents = fc.integer({ min: 0, max: 750_000_00 });
    fc.assert(
      fc.property(cents, cents, cents, cents, (cover, moreCover, balance, moreBalance) => {
        const [low, high] = [Math.min(cover, moreCover), Math.max(cover, moreCover)];
        const [poor, rich] = [Math.min(balance, moreBalance), Math.max(balance, moreBalance)];
        const points = (c: number, b: number) => lifeInsurance(c, b, need).points!;
        expect(points(high, poor)).toBeGreaterThanOrEqual(points(low, poor));
        expect(points(low, rich)).toBeGreaterThanOrEqual(points(low, poor));
      }),
    );
  });
});

describe('the need for death cover', () => {
  const multiples = { ages: [20, 30, 40], values: [9, 6, 5] };
  it('is the salary times the multiple of the age', () => {
    expect(nearest(deathCoverNeed(80_000_00, 35, multiples)!)).toBe(440_000_00);
    expect(nearest(deathCoverNeed(0, 35, multiples)!)).toBe(0);
  });
  it('is unknown without salary, age or multiples', () => {
    expect(deathCoverNeed(null, 35, multiples)).toBeNull();
    expect(deathCoverNeed(80_000_00, null, multiples)).toBeNull();
    expect(deathCoverNeed(80_000_00, 35, null)).toBeNull();
  });
});

it.each([
  ['unknown cover', null, 0, null],
  ['no cover', 0, 0, '1|Under half'],
  ['a cent under four sevenths of the need', 399_999_99, 0, '1|Under half'],
  ['four sevenths of the need, which are half a point', 100_000_00, 300_000_00, '2|Half or more'],
  ['cover above one and a half needs', 1_100_000_00, 0, '2|Half or more'],
  ['enough', 600_000_00, 0, '3|Full'],
])('insurance points of %s, the need being $700,000, are named', (_, cover, balance, name) => {
  const result = lifeInsurance(cover, balance, { numerator: 700_000_00n, denominator: 1n });
  expect(result.insurancePoints).toBe(name);
});
