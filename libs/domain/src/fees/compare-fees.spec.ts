import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFees, comparedBalancesCents, effectivePercentHundredths, feesAtBalance } from './compare-fees.js';
import { anyHoldings, anyRows, fee, holds, inDollars, usualFees } from './fee-rows.fixture.js';
import { feesUntilRetirement } from './fees-until-retirement.js';

const cheap = [
  fee('ADMIN', 'Administration fee', '52', inDollars),
  fee('INVESTMENT', 'Management fee', '0'),
  fee('TRANSACTION', 'Transaction costs', '0.02'),
];
const sideA = { rows: [...usualFees, fee('TRANSACTION', 'Brokerage', '0')], holdings: holds(50_000) };
const sideB = { rows: cheap, holdings: holds(50_000, 'INDEX') };

describe('two sides', () => {
  it('are compared fee by fee, a fee of only one side beside nothing', () => {
    const { lines, differenceCents } = compareFees(sideA, sideB);
    expect(lines.map(({ name, a, b }) => [name, a?.cents ?? null, b?.cents ?? null])).toEqual([
      ['Administration fee', 7_800, 5_200],
      ['Asset-based administration fee', 7_500, null],
      ['Investment fee', 30_000, null],
      ['Management fee', null, 0],
      ['Brokerage', 0, null],
      ['Transaction costs', null, 1_000],
    ]);
    expect(differenceCents).toBe(45_300 - 6_200);
  });

  it('have no difference, and no figures at other balances, where one is not known', () => {
    const unknown = { rows: [], holdings: holds(50_000, 'OTHER') };
    expect(compareFees(sideA, unknown)).toMatchObject({ b: null, differenceCents: null });
    expect(feesAtBalance(sideA, unknown, 1_000_000)).toBeNull();
    expect(
      feesUntilRetirement(sideA, unknown, { balanceCents: 1, years: 3, realReturn: 0, contribution: 0 }),
    ).toBeNull();
  });

  it('differ by the same amount from either side', () => {
    fc.assert(
      fc.property(anyRows, anyRows, anyHoldings, (rowsA, rowsB, holdings) => {
        const a = { rows: rowsA, holdings };
        const b = { rows: rowsB, holdings };
        const there = compareFees(a, b).differenceCents!;
        expect(compareFees(b, a).differenceCents! + there).toBe(0);
        const percents = [there, -there].map((cents) => effectivePercentHundredths(cents, holdings[0]!.balanceCents));
        expect(percents[0]! + percents[1]!).toBe(0);
      }),
    );
  });

  it('cost 0.95 % where $936.16 are charged on $98,640', () => {
    expect(effectivePercentHundredths(93_616, 9_864_000)).toBe(95);
    expect(effectivePercentHundredths(42_973, 9_864_000)).toBe(44);
  });

  it('are compared at six balances as if each were the account', () => {
    expect(comparedBalancesCents.map((cents) => feesAtBalance(sideA, sideB, cents)!.aCents)).toEqual([
      15_300, 26_550, 45_300, 82_800, 195_300, 382_800,
    ]);
  });
});

describe('until retirement', () => {
  const member = { balanceCents: 5_000_000, years: 2, realReturn: 0.1, contribution: 1_000 };

  it('each year’s difference earns the return of the years after it', () => {
    const free = [fee('INVESTMENT', 'Fee', '0'), fee('TRANSACTION', 'Fee', '0')];
    const a = { rows: [fee('ADMIN', 'Fee', '1'), ...free], holdings: holds(50_000) };
    const b = { rows: [fee('ADMIN', 'Fee', '0.5'), ...free], holdings: holds(50_000) };
    // $250 in the first year, half a percent of $56,000 in the second.
    const { withA, withB } = feesUntilRetirement(a, b, member)!;
    expect(withA).toBeCloseTo(62_600, 6);
    expect(withB - withA).toBeCloseTo(250 * 1.1 + 280, 6);
  });

  it('equal fees make no difference', () => {
    fc.assert(
      fc.property(anyRows, anyHoldings, fc.nat(40), (rows, holdings, years) => {
        const side = { rows, holdings };
        const at = feesUntilRetirement(side, side, {
          balanceCents: 3_000_000,
          years,
          realReturn: 0.02,
          contribution: 5_000,
        })!;
        expect(at.withA).toBe(at.withB);
      }),
    );
  });

  it('a member at retirement age has what they have', () => {
    const at = feesUntilRetirement(sideA, sideB, { ...member, years: 0 });
    expect(at).toEqual({ withA: 50_000, withB: 50_000 });
  });
});
