import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFees, comparedBalancesCents, feesAtBalance } from './compare-fees.js';
import { anyHoldings, anyRows, anyTables, fee, holds, inDollars, usualFees } from './fee-rows.fixture.js';
import { feesInForceOn, ongoingGroups } from './fee-rows.js';
import { feesUntilRetirement } from './fees-until-retirement.js';
import { missingFees, missingFeeText } from './missing-fees.js';
import { yearlyFees } from './yearly-fees.js';

const whole = [...usualFees, fee('TRANSACTION', 'Transaction costs', '0.05')];

describe('a missing fee', () => {
  it('is not one of nothing, which a table says as 0', () => {
    const noInvestment = [fee('ADMIN', 'Fixed', '52', inDollars), fee('TRANSACTION', 'Transaction costs', '0.02')];
    expect(missingFees(noInvestment, holds(50_000, 'CASH'))).toEqual([{ group: 'INVESTMENT', assetCodes: ['CASH'] }]);
    expect(missingFees([...noInvestment, fee('INVESTMENT', 'Fee', '0')], holds(50_000, 'CASH'))).toEqual([]);
  });

  it('is one of those options only that neither their rows nor the platform’s charge', () => {
    const ofCash = fee('INVESTMENT', 'Investment fee', '0.1', { assetCode: 'CASH' });
    const both = [...holds(40_000), ...holds(10_000, 'CASH')];
    const others = whole.filter(({ group }) => group !== 'INVESTMENT');
    expect(missingFees([...others, ofCash], both)).toEqual([{ group: 'INVESTMENT', assetCodes: ['GROWTH'] }]);
    expect(missingFees([...others, ofCash], holds(10_000, 'CASH'))).toEqual([]);
    expect(missingFees([...others, ofCash], [...holds(0), ...holds(10_000, 'CASH')])).toEqual([]);
    expect(missingFees([...whole, ofCash], both)).toEqual([]);
  });

  it('leaves nothing to rank, at no balance and at no age', () => {
    const a = { rows: whole, holdings: holds(50_000) };
    const b = { rows: whole.filter(({ group }) => group !== 'INVESTMENT'), holdings: holds(50_000, 'CASH') };
    expect(compareFees(a, b)).toMatchObject({
      b: { totalCents: 17_800 },
      missingA: [],
      missingB: [{ group: 'INVESTMENT', assetCodes: ['CASH'] }],
      differenceCents: null,
    });
    expect(feesAtBalance(a, b, 1_000_000)).toBeNull();
    expect(feesUntilRetirement(b, a, { balanceCents: 1, years: 3, realReturn: 0, contribution: 0 })).toBeNull();
  });

  it('is said with its options and the day', () => {
    expect(missingFeeText('INVESTMENT', ['Cash'], '2026-11-26')).toBe(
      'No investment fee of Cash is published for 26/11/2026.',
    );
    expect(missingFeeText('TRANSACTION', ['Cash', 'Growth', 'Index'], '2026-07-01')).toBe(
      'No transaction costs of Cash, Growth and Index are published for 01/07/2026.',
    );
  });
});

describe('of any published tables, holdings and day', () => {
  const anyDay = fc.constantFrom('2024-06-30', '2024-07-01', '2025-06-30', '2026-07-01', '2027-01-31');
  const inForce = (tables: Parameters<typeof feesInForceOn>[0], day: string) => feesInForceOn(tables, day);

  it('what is charged was in force on the day, and each kind of fee of each option is charged or said to be missing', () => {
    fc.assert(
      fc.property(anyTables, anyHoldings, anyDay, (tables, holdings, day) => {
        const newest = tables.filter(({ validFrom }) => validFrom <= day).at(-1);
        expect(inForce(tables, day)).toBe(newest ?? null);
        const rows = newest?.rows ?? [];
        const missing = missingFees(rows, holdings);
        for (const { assetCode, balanceCents } of holdings.filter((holding) => holding.balanceCents > 0))
          for (const group of ongoingGroups) {
            const alone = yearlyFees(rows, [{ assetCode, balanceCents }]);
            const isCharged = alone !== null && alone.lines.some((line) => line.group === group);
            const isSaid = missing.some((each) => each.group === group && each.assetCodes.includes(assetCode));
            expect([group, assetCode, isSaid]).toEqual([group, assetCode, !isCharged]);
          }
      }),
    );
  });

  it('sides are ranked only where nothing is missing of either', () => {
    fc.assert(
      fc.property(anyTables, anyTables, anyHoldings, anyDay, (tablesA, tablesB, holdings, day) => {
        const [a, b] = [tablesA, tablesB].map((tables) => ({ rows: feesInForceOn(tables, day)?.rows ?? [], holdings }));
        const compared = compareFees(a!, b!);
        const isWhole = compared.missingA.length + compared.missingB.length === 0;
        expect(compared.differenceCents !== null).toBe(isWhole);
        for (const cents of comparedBalancesCents) expect(feesAtBalance(a!, b!, cents) !== null).toBe(isWhole);
      }),
    );
  });

  it('a total is at least what is shown: whatever the missing fees are, they add to it', () => {
    fc.assert(
      fc.property(anyTables, anyRows, anyHoldings, (tables, more, holdings) => {
        for (const { rows } of tables) {
          const shown = yearlyFees(rows, holdings);
          const missing = missingFees(rows, holdings);
          const filled = more.filter(({ group, assetCode }) =>
            missing.some((each) => each.group === group && assetCode !== null && each.assetCodes.includes(assetCode)),
          );
          const filledIn = yearlyFees([...rows, ...filled], holdings);
          if (shown !== null) expect(filledIn!.totalCents).toBeGreaterThanOrEqual(shown.totalCents);
        }
      }),
    );
  });
});
