import { inForceOn } from '@superscope/domain/in-force';
import { describe, expect, it } from 'vitest';
import { publishedTables, tablesInForce, type StoredPublication } from './publications.js';

/** A publication as its document holds it; `missing` parts were set aside. */
const publication = (
  importId: string,
  revision: number,
  { validFrom = '2026-01-01', missing = [] }: { validFrom?: string; missing?: number[] } = {},
): StoredPublication<string> => {
  const parts = [0, 1].filter((index) => !missing.includes(index)).map((index) => [index, [`${importId}${index}`]]);
  return {
    ownerId: 'PF',
    validFrom,
    importId,
    chunks: 2,
    recordedAt: `2026-02-0${revision}T00:00:00.000Z`,
    parts: Object.fromEntries(parts) as Record<string, string[]>,
    revision,
  };
};
const rowsOf = (stored: StoredPublication<string>[], recordedBy?: string) =>
  publishedTables(stored, recordedBy).map(({ validFrom, rows }) => [validFrom, ...rows]);

describe('the published table of a date', () => {
  it('is the newest publication, with its parts in order', () =>
    expect(rowsOf([publication('b', 4), publication('a', 2)])).toEqual([['2026-01-01', 'b0', 'b1']]));

  it('is the previous one while a part of the newest is missing', () =>
    expect(rowsOf([publication('a', 2), publication('b', 4, { missing: [1] })])).toEqual([['2026-01-01', 'a0', 'a1']]));

  it('does not exist while no publication is whole', () =>
    expect(rowsOf([publication('a', 2, { missing: [0] })])).toEqual([]));

  it('is that of its time when asked as recorded by a moment', () =>
    expect(rowsOf([publication('a', 2), publication('b', 4)], '2026-02-03T00:00:00.000Z')).toEqual([
      ['2026-01-01', 'a0', 'a1'],
    ]));
});

describe('the table in force on a day', () => {
  const tables = publishedTables([
    publication('later', 4, { validFrom: '2026-07-01' }),
    publication('first', 2, { validFrom: '2025-07-01' }),
  ]);
  const on = (day: string) => inForceOn(tables, day)?.importId;

  it('is the newest of that day or before; before the first, the first', () => {
    expect(['2026-07-01', '2026-06-30', '2025-07-01', '2020-01-01'].map(on)).toEqual([
      'later',
      'first',
      'first',
      'first',
    ]);
    expect(inForceOn([], '2026-07-01')).toBeNull();
  });

  it('is found for each owner, and a later one neither replaces nor hides it', () => {
    const other = { ...publication('other', 5, { validFrom: '2027-01-01' }), ownerId: 'QF' };
    const stored = [
      publication('later', 4, { validFrom: '2026-07-01' }),
      publication('first', 2, { validFrom: '2025-07-01' }),
      other,
    ];
    const inForce = (day: string, recordedBy: string | null = null) =>
      Object.fromEntries([...tablesInForce(stored, day, recordedBy)].map(([owner, { importId }]) => [owner, importId]));
    expect(inForce('2026-06-30')).toEqual({ PF: 'first', QF: 'other' });
    expect(inForce('2026-07-01')).toEqual({ PF: 'later', QF: 'other' });
    expect(inForce('2026-07-01', '2026-02-02T00:00:00.000Z')).toEqual({ PF: 'first' });
    expect(tablesInForce([publication('a', 2, { missing: [0] })], '2026-07-01')).toEqual(new Map());
  });
});
