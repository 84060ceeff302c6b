import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresFrom } from '../scoring/figures-from-rows.js';
import { anyHoldings, anyRows, fee, holds, inDollars } from './fee-rows.fixture.js';
import {
  growthShare,
  optionAssumptionsAt,
  projectedBalance,
  returnAfterFees,
  returnBeforeFees,
  type OptionAssumptions,
} from './net-benefit.js';

const assumptionsWith = (...rows: { name: string; value: number; validFrom: string }[]) =>
  figuresFrom({ benchmarks: [], superParameters: rows }).figures;
const usual = optionAssumptionsAt(assumptionsWith(), '2026-11-26');
const free = [fee('ADMIN', 'All', '0'), fee('INVESTMENT', 'All', '0'), fee('TRANSACTION', 'All', '0')];
const member = { balanceCents: 9_864_000, years: 25, contribution: 8_000 };
const side = (rows = free, dollars = 98_640) => ({ rows, holdings: holds(dollars) });

describe('the projection of an investment', () => {
  it('has the return of its own growth share, with the average investment fee added back, as in force on the day', () => {
    expect(returnBeforeFees(70, usual)).toBeCloseTo(0.03 + 0.7 * 0.035 + 0.006, 10);
    const later = { name: 'averageInvestmentFeePercent', value: 1, validFrom: '2027-07-01' };
    expect(optionAssumptionsAt(assumptionsWith(later), '2027-06-30').averageInvestmentFeeRate).toBe(0.006);
    expect(optionAssumptionsAt(assumptionsWith(later), '2027-07-01').averageInvestmentFeeRate).toBe(0.01);
  });

  it('is the closed form of an annuity where nothing is charged', () => {
    const k = (1 + returnBeforeFees(70, usual)) / (1 + usual.wageGrowthRate) - 1;
    const growth = (1 + k) ** 25;
    const expected = 98_640 * growth + (8_000 * (growth - 1)) / k;
    expect(projectedBalance(side(), 70, member, usual)!.middle).toBeCloseTo(expected, 4);
  });

  it('takes the average investment fee off once: an option that charges just this has the return of the score', () => {
    const average = [...free.slice(0, 1), fee('INVESTMENT', 'All', '0.6'), ...free.slice(2)];
    const one = { ...member, years: 1, contribution: 0 };
    const of = projectedBalance(side(average), 70, one, { ...usual, wageGrowthRate: 0 })!;
    expect(of.middle).toBeCloseTo(98_640 * (1 + 0.03 + 0.7 * 0.035), 6);
  });

  it('charges the fees of that year’s balance, and nothing on an account that is used up', () => {
    // Administration and investment fees are limited below $6,000, transaction costs are not.
    const dear = [...free.slice(0, 2), fee('TRANSACTION', 'All', '5000', inDollars)];
    const poor = { balanceCents: 10_000_00, years: 40, contribution: 0 };
    expect(projectedBalance(side(dear, 10_000), 70, poor, usual)).toEqual({ low: 0, middle: 0, high: 0 });
    const from = projectedBalance(side(dear, 10_000), 70, { ...poor, contribution: 6_000 }, usual)!;
    expect(from.middle).toBeGreaterThan(0);
  });

  it('is not known without any fee, and is today’s balance without a year', () => {
    expect(projectedBalance(side([]), 70, member, usual)).toBeNull();
    expect(projectedBalance(side(), 70, { ...member, years: 0 }, usual)).toEqual({
      low: 98_640,
      middle: 98_640,
      high: 98_640,
    });
  });

  it('holds its middle between its ends, and falls with every fee that is added', () => {
    fc.assert(
      fc.property(
        anyRows,
        anyHoldings,
        fc.nat(100),
        fc.nat(30),
        fc.nat(20_000),
        (rows, holdings, growth, years, contribution) => {
          const balanceCents = holdings.reduce((sum, holding) => sum + holding.balanceCents, 0);
          const of = { balanceCents, years, contribution };
          const found = projectedBalance({ rows, holdings }, growth, of, usual)!;
          const more = [...rows, fee('ADMIN', 'One more', '0.25')];
          const dearer = projectedBalance({ rows: more, holdings }, growth, of, usual)!;
          return (
            found.low <= found.middle &&
            found.middle <= found.high &&
            dearer.low <= found.low + 1e-6 &&
            dearer.middle <= found.middle + 1e-6 &&
            dearer.high <= found.high + 1e-6
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has a band that a larger growth share widens', () => {
    const width = (growth: number, of: OptionAssumptions = usual) => {
      const { low, high } = projectedBalance(side(), growth, { ...member, contribution: 0 }, of)!;
      return high / low;
    };
    expect(width(90)).toBeGreaterThan(width(30));
    expect(width(90, { ...usual, defensiveDeviationRate: 0, growthDeviationRate: 0 })).toBe(1);
  });
});

describe('past returns', () => {
  const rows = [fee('ADMIN', 'Fixed', '100', inDollars), fee('ADMIN', 'Of the balance', '0.1'), ...free.slice(1)];

  it('are those published less the administration fee of this balance', () => {
    expect(returnAfterFees(side(rows, 10_000), () => '7.25')).toBe(6.2); // 7.25 - 1.1
    expect(returnAfterFees(side(rows, 100_000), () => '7.25')).toBe(7.1); // 7.25 - 0.2
    expect(returnAfterFees(side(rows, 10_000), () => '-3')).toBe(-4.1);
  });

  it('of several investments are by their balances, and not known where one is not', () => {
    const two = [...holds(30_000, 'A'), ...holds(10_000, 'B')];
    const returns: Record<string, string | null> = { A: '8', B: '4', C: null };
    expect(returnAfterFees({ rows: free, holdings: two }, (code) => returns[code] ?? null)).toBe(7);
    expect(
      returnAfterFees({ rows: free, holdings: [...two, ...holds(1, 'C')] }, (code) => returns[code] ?? null),
    ).toBeNull();
    expect(returnAfterFees(side([]), () => '7')).toBeNull();
  });

  it('and growth shares leave out what nothing is held in', () => {
    const none = [...holds(40_000, 'A'), ...holds(0, 'C')];
    const growth: Record<string, string | null> = { A: '82.5', C: null };
    expect(growthShare(none, (code) => growth[code] ?? null)).toBe(82.5);
    expect(growthShare(holds(1, 'C'), () => null)).toBeNull();
  });
});
