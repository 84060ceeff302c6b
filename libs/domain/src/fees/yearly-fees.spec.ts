import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fee, holds, inDollars, anyHoldings, anyRow, anyRows, usualFees } from './fee-rows.fixture.js';
import { feesInForceOn, scaledHoldings } from './fee-rows.js';
import { limited, rowCents, yearlyFees } from './yearly-fees.js';

const totals = (fees: ReturnType<typeof yearlyFees>) =>
  fees && [fees.adminCents, fees.investmentCents, fees.transactionCents, fees.totalCents];

describe('a year’s fees', () => {
  it('of $50,000 with $78 and 0.15 % administration and 0.60 % investment are $453', () => {
    expect(totals(yearlyFees(usualFees, holds(50_000)))).toEqual([15_300, 30_000, null, 45_300]);
  });

  it('have transaction costs in the total, and activity fees beside it', () => {
    const rows = [
      ...usualFees,
      fee('TRANSACTION', 'Transaction costs', '0.05'),
      fee('BUY_SELL', 'Buy-sell spread', '0.08'),
      fee('SWITCHING', 'Switching', '25', inDollars),
    ];
    const fees = yearlyFees(rows, holds(50_000));
    expect(totals(fees)).toEqual([15_300, 30_000, 2_500, 47_800]);
    expect(fees!.activities.map(({ group, name }) => [group, name])).toEqual([
      ['BUY_SELL', 'Buy-sell spread'],
      ['SWITCHING', 'Switching'],
    ]);
  });

  it('are not known where the table has no ongoing fee for the option', () => {
    expect(yearlyFees([], holds(50_000))).toBeNull();
    expect(yearlyFees([fee('INVESTMENT', 'Investment fee', '1', { assetCode: 'CASH' })], holds(50_000))).toBeNull();
    expect(yearlyFees([fee('BUY_SELL', 'Buy-sell spread', '0.1')], holds(50_000))).toBeNull();
  });

  it('take an option’s row in place of the platform’s of the same group and name', () => {
    const rows = [...usualFees, fee('INVESTMENT', 'Investment fee', '0.10', { assetCode: 'CASH' })];
    expect(totals(yearlyFees(rows, holds(50_000, 'CASH')))).toEqual([15_300, 5_000, null, 20_300]);
    expect(totals(yearlyFees(rows, holds(50_000)))).toEqual([15_300, 30_000, null, 45_300]);
  });

  it('charge several options the account’s fixed fee once, and each its own percentage', () => {
    const rows = [...usualFees, fee('INVESTMENT', 'Investment fee', '0.10', { assetCode: 'CASH' })];
    const both = [...holds(40_000), ...holds(10_000, 'CASH')];
    expect(totals(yearlyFees(rows, both))).toEqual([15_300, 25_000, null, 40_300]);
  });

  it('charge each tier’s percentage on its slice of the balance', () => {
    const rows = [
      fee('ADMIN', 'By balance', '0.20', { tierToCents: 5_000_000 }),
      fee('ADMIN', 'By balance', '0.10', { tierFromCents: 5_000_000 }),
    ];
    expect(yearlyFees(rows, holds(98_640))!.totalCents).toBe(14_864);
    expect(yearlyFees(rows, holds(50_000))!.lines[0]!.terms).toHaveLength(1);
  });

  it('charge dollars where the tier holds the whole balance, from its first dollar to before its last', () => {
    const row = fee('ADMIN', 'Fixed', '60', { inDollars: true, tierFromCents: 100_000, tierToCents: 500_000 });
    expect([99_999, 100_000, 499_999, 500_000].map((balance) => rowCents(row, balance))).toEqual([0, 6_000, 6_000, 0]);
  });

  it('raise a row to its minimum and then limit it to its maximum', () => {
    const row = fee('ADMIN', 'By balance', '0.15', { minCents: 5_000, maxCents: 75_000 });
    expect([1_000, 1_000_000_00, 100_000_00].map((balance) => rowCents(row, balance))).toEqual([5_000, 75_000, 15_000]);
    expect(rowCents({ ...row, minCents: 9_000, maxCents: 4_000 }, 1_000)).toBe(4_000);
  });

  it('round half a cent up, exactly', () => {
    // 0.15 % of $3 is 0.45 of a cent, of $10 1.5 cents; 1.005 % of $1 is 1.005 cents, whose double is a little less.
    expect(rowCents(fee('ADMIN', 'Fee', '0.15'), 300)).toBe(0);
    expect(rowCents(fee('ADMIN', 'Fee', '0.15'), 1_000)).toBe(2);
    expect(rowCents(fee('ADMIN', 'Fee', '1.005', inDollars), 1_000)).toBe(101);
    expect(rowCents(fee('ADMIN', 'Rebate', '-1.005', inDollars), 1_000)).toBe(-100);
  });

  it('of administration and investment are at most 3 % under $6,000; transaction costs are outside', () => {
    const rows = [
      fee('ADMIN', 'Fixed', '81.60', inDollars),
      fee('INVESTMENT', 'Investment fee', '0.64'),
      fee('TRANSACTION', 'Transaction costs', '0.05'),
    ];
    const fees = yearlyFees(rows, holds(2_000))!;
    expect(totals(fees)).toEqual([5_186, 814, 100, 6_100]);
    expect(fees.unlimited).toEqual({ adminCents: 8_160, investmentCents: 1_280 });
  });

  it('are not limited from $6,000 on, nor where they are below the limit', () => {
    const rows = [fee('ADMIN', 'Fixed', '300', inDollars)];
    expect(yearlyFees(rows, holds(5_999.99))!.totalCents).toBe(18_000);
    expect(yearlyFees(rows, holds(6_000))!.totalCents).toBe(30_000);
    expect(yearlyFees(usualFees, holds(5_000))!.unlimited).toBeNull();
  });

  it('hold from their day on, and not before the first one', () => {
    const tables = [{ validFrom: '2025-07-01' }, { validFrom: '2026-07-01' }];
    const of = (day: string) => feesInForceOn(tables, day)?.validFrom ?? null;
    expect([of('2025-06-30'), of('2025-07-01'), of('2026-06-30'), of('2026-07-01')]).toEqual([
      null,
      '2025-07-01',
      '2025-07-01',
      '2026-07-01',
    ]);
  });
});

describe('of any table and any balance', () => {
  it('groups make the total, and lines their group where nothing limits it', () => {
    fc.assert(
      fc.property(anyRows, anyHoldings, (rows, holdings) => {
        const fees = yearlyFees(rows, holdings)!;
        const of = (group: string) =>
          fees.lines.filter((line) => line.group === group).reduce((sum, { cents }) => sum + cents, 0);
        const before = fees.unlimited ?? fees;
        expect([of('ADMIN'), of('INVESTMENT'), of('TRANSACTION')]).toEqual([
          before.adminCents,
          before.investmentCents,
          fees.transactionCents ?? 0,
        ]);
        expect(fees.adminCents + fees.investmentCents + (fees.transactionCents ?? 0)).toBe(fees.totalCents);
      }),
    );
  });

  it('two tiers that meet charge what one would, at their edge and on both sides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: -2, max: 2 }), (edge, beside) => {
        const balance = Math.max(1, (edge + beside) * 100);
        const one = fee('ADMIN', 'Fee', '1');
        const [low, high] = [
          { ...one, tierToCents: edge * 100 },
          { ...one, tierFromCents: edge * 100 },
        ];
        expect(rowCents(low, balance) + rowCents(high, balance)).toBe(rowCents(one, balance));
      }),
    );
  });

  it('a maximum is never exceeded, and a minimum always reached unless the maximum is lower', () => {
    fc.assert(
      fc.property(anyRow, fc.integer({ min: 1, max: 100_000_000 }), (row, balance) => {
        const cents = rowCents(row, balance);
        if (row.maxCents !== null) expect(cents).toBeLessThanOrEqual(Math.max(0, row.maxCents));
        const charged = yearlyFees([{ ...row, assetCode: null }], holds(balance / 100));
        if (row.minCents !== null && charged!.lines[0]!.terms.length > 0)
          expect(cents).toBeGreaterThanOrEqual(Math.min(row.minCents, row.maxCents ?? row.minCents));
      }),
    );
  });

  it('the limit holds, and what it leaves still adds up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 599_999 }),
        fc.nat(100_000),
        fc.nat(100_000),
        (balance, admin, investment) => {
          const after = limited(balance, admin, investment);
          const together = after.adminCents + after.investmentCents;
          const limit = Math.floor((balance * 3 + 50) / 100);
          expect(together).toBe(Math.min(limit, admin + investment));
          expect(after.adminCents).toBeGreaterThanOrEqual(0);
          expect(after.investmentCents).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('a percentage is the same as integers say, however many decimals it has', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.integer({ min: 1, max: 2_000_000_000 }), (millionths, balance) => {
        const text = `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`;
        const exact = (BigInt(millionths) * BigInt(balance) * 2n + 100_000_000n) / 200_000_000n;
        expect(rowCents(fee('ADMIN', 'Fee', text), balance)).toBe(Number(exact));
      }),
    );
  });

  it('holdings of another sum add up to it and keep their order of size', () => {
    fc.assert(
      fc.property(anyHoldings, fc.integer({ min: 1, max: 50_000_000 }), (holdings, to) => {
        const scaled = scaledHoldings(holdings, to);
        expect(scaled.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(to);
        if (scaled.length === 2)
          expect(
            Math.sign(scaled[0]!.balanceCents - scaled[1]!.balanceCents) *
              Math.sign(holdings[0]!.balanceCents - holdings[1]!.balanceCents),
          ).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
