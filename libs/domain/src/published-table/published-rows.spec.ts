import { describe, expect, it } from 'vitest';
import type { LineOf } from '../fields.js';
import {
  assetFields,
  feeFields,
  feeLine,
  publishedRow,
  storedRow,
  withEveryColumn,
  withoutBlankAdded,
} from './published-rows.js';

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

describe('a row with columns that were added to its table', () => {
  const old = {
    assetCode: 'BAL',
    name: 'Balanced',
    description: null,
    growthPercent: 70,
    isLifecycle: false,
    isChoice: true,
    return1yr: 8.25,
    return3yr: null,
    return5yr: 6,
  };
  const added = {
    return10yr: 7.1,
    riskLabel: 'Medium to high',
    performanceTest: 'Passed',
    performanceTestYear: 2026,
  } as const;
  const nothing = { return10yr: undefined, riskLabel: null, performanceTest: undefined, performanceTestYear: null };
  const row = (more: Partial<LineOf<typeof assetFields>>) =>
    withoutBlankAdded(assetFields, storedRow(assetFields, { ...old, ...nothing, ...more }));

  it('is stored as before if they are blank or its file lacks them, and with those that are known otherwise', () => {
    expect(row({})).toEqual(old);
    expect(row({ return10yr: null, riskLabel: null, performanceTest: null, performanceTestYear: null })).toEqual(old);
    expect(JSON.stringify(row({}))).toBe(JSON.stringify(old));
    expect(row(added)).toEqual({ ...old, ...added });
    expect(row({ performanceTest: 'Not tested' })).toEqual({ ...old, performanceTest: 'Not tested' });
  });

  it('is read with them if it has them, and can be shown with every column', () => {
    const read = publishedRow(assetFields, old);
    expect(read).toMatchObject({ return5yr: '6' });
    expect(Object.keys(added).filter((name) => name in read)).toEqual([]);
    expect(publishedRow(assetFields, row(added))).toMatchObject({ ...added, return10yr: '7.1' });
    expect(withEveryColumn(assetFields, old)).toEqual({
      ...old,
      return10yr: null,
      riskLabel: null,
      performanceTest: null,
      performanceTestYear: null,
    });
  });
});
