import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agePension, type Drawdown, incomeFrom, incomeGrid, NO_PENSION, solveIncome } from './drawdown.js';

const july2020: Drawdown = {
  pension: { fullPension: 24_552, assetsLimit: 268_000, taper: 0.078 },
  realReturn: 1.06 / 1.037 - 1,
  years: 25,
};

describe('the Age Pension', () => {
  it.each([
    [0, 24_552],
    [268_000, 24_552],
    [269_000, 24_474],
    [269_500, 24_435],
    [268_000 + 24_552 / 0.078, 0],
    [2_000_000, 0],
  ])('with assets of $%d is $%d a year', (assets, pension) =>
    expect(agePension(july2020.pension, assets)).toBeCloseTo(pension, 6),
  );
});

describe('retirement income in July 2020', () => {
  it.each([
    [70_000, 28_150],
    [545_000, 46_851],
  ])('from $%d is $%d a year, to the dollar', (savings, income) => {
    expect(Math.round(solveIncome(july2020, savings))).toBe(income);
    expect(Math.round(incomeFrom(incomeGrid(july2020), savings))).toBe(income);
  });

  it('is the full pension without savings', () => {
    expect(incomeFrom(incomeGrid(july2020), 0)).toBeCloseTo(24_552, 6);
  });

  it('on super alone is a plain annuity', () => {
    const superOnly = { ...july2020, pension: NO_PENSION };
    const rate = superOnly.realReturn;
    const annuityDue = ((1 - (1 + rate) ** -25) / rate) * (1 + rate);
    expect(incomeFrom(incomeGrid(superOnly), 545_000)).toBeCloseTo(545_000 / annuityDue, 6);
    expect(incomeFrom(incomeGrid(superOnly), 0)).toBe(0);
  });

  it('exhausts the account in the last year', () => {
    const { pension, realReturn, years } = july2020;
    const income = incomeFrom(incomeGrid(july2020), 400_000);
    let assets = 400_000;
    for (let year = 0; year < years; year++) {
      assets = (assets - (income - agePension(pension, assets))) * (1 + realReturn);
    }
    expect(Math.abs(assets)).toBeLessThan(0.01);
  });
});

describe('the income grid', () => {
  it('is within $5 a year of the direct solver, at and between all knots', () => {
    for (const years of [5, 6, 12, 24, 25]) {
      const drawdown = { ...july2020, years };
      const grid = incomeGrid(drawdown);
      const points = [...grid.savings].flatMap((knot, i) => [knot, (knot + (grid.savings[i + 1] ?? knot * 2)) / 2]);
      const worst = Math.max(...points.map((s) => Math.abs(incomeFrom(grid, s) - solveIncome(drawdown, s))));
      expect(worst).toBeLessThan(5);
    }
  });

  it('is within $5 a year of the direct solver for other pensions, returns and lengths too', () => {
    const drawdown = fc.record({
      pension: fc.record({
        fullPension: fc.integer({ min: 15_000, max: 60_000 }),
        assetsLimit: fc.integer({ min: 100_000, max: 900_000 }),
        taper: fc.integer({ min: 20, max: 150 }).map((perThousand) => perThousand / 1000),
      }),
      realReturn: fc.integer({ min: -10, max: 60 }).map((perThousand) => perThousand / 1000),
      years: fc.integer({ min: 5, max: 40 }),
    });
    fc.assert(
      fc.property(drawdown, fc.integer({ min: 0, max: 5_000_000 }), (plan, savings) => {
        expect(Math.abs(incomeFrom(incomeGrid(plan), savings) - solveIncome(plan, savings))).toBeLessThan(5);
      }),
    );
  });

  it('never gives less for more savings', () => {
    const grid = incomeGrid(july2020);
    const savings = fc.double({ min: 0, max: 5_000_000, noNaN: true });
    fc.assert(
      fc.property(savings, savings, (a, b) => {
        expect(incomeFrom(grid, Math.max(a, b))).toBeGreaterThanOrEqual(incomeFrom(grid, Math.min(a, b)));
      }),
    );
  });
});
