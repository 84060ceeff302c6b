import { describe, expect, it } from 'vitest';
import { feeFields, feeLine, publishedRow, storedRow } from './published-rows.js';

const line = {
  platformId: 'PF',
  assetCode: null,
  group: 'ADMIN' as const,
  name: 'Administration fee',
  inDollars: false,
  amount: 0.15,
  minDollars: 2_955,
  maxDollars: null,
  tierFrom: 0,
  tierTo: 5_000_000,
  validFrom: '2026-07-01',
};
const { platformId: _, validFrom: __, ...ofRow } = line;

describe('a row of a published table', () => {
  const stored = storedRow(feeFields, ofRow);

  it('is stored by the columns of its file, with money in dollars', () =>
    expect(Object.entries(stored)).toEqual([
      ['assetCode', null],
      ['group', 'ADMIN'],
      ['name', 'Administration fee'],
      ['inDollars', false],
      ['amount', 0.15],
      ['minDollars', 29.55],
      ['maxDollars', null],
      ['tierFrom', 0],
      ['tierTo', 50_000],
    ]));

  it('is read with integer cents and exact decimals', () => {
    expect(publishedRow(feeFields, stored)).toEqual({
      assetCode: null,
      group: 'ADMIN',
      name: 'Administration fee',
      inDollars: false,
      amount: '0.15',
      minCents: 2_955,
      maxCents: null,
      tierFromCents: 0,
      tierToCents: 5_000_000,
    });
    expect(publishedRow(feeFields, { ...stored, amount: 0.00000015 })).toMatchObject({ amount: '0.00000015' });
  });

  it('may lack what its file left out', () =>
    expect(publishedRow(feeFields, { group: 'ADMIN', amount: 1 })).toMatchObject({
      assetCode: null,
      tierToCents: null,
    }));

  it('has no field that its publication has once', () => {
    expect(Object.keys(feeLine)).toContain('validFrom');
    expect(Object.keys(feeFields)).not.toContain('validFrom');
  });
});
