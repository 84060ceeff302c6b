import { describe, expect, it } from 'vitest';
import { allMonths } from '../runtime/writing/projection.js';
import { stalePasses } from './stale-passes.js';

/** Twelve months of 2026. */
const rowsEach = (rows: number) =>
  new Map(Array.from({ length: 12 }, (_, i) => [`2026-${String(i + 1).padStart(2, '0')}`, rows]));
const december = { fromMonth: '2026-12', toMonth: '2027-12', members: null, recordedFrom: '2027-01-03' };
const revised = { ...allMonths, members: ['a', 'b'], recordedFrom: '2027-01-02' };

describe('what is stale of a plan', () => {
  it('is derived as a new month for all and the other months for revised members, if this saves many rows', () => {
    expect(stalePasses([revised, december], rowsEach(500))).toEqual([december, revised]);
  });

  it('is derived at once where a second pass would cost more than the rows', () => {
    expect(stalePasses([revised, december], rowsEach(80))).toEqual([
      { ...allMonths, members: null, recordedFrom: '2027-01-02' },
    ]);
  });

  it('is derived at once where most members are revised', () => {
    const members = Array.from({ length: 501 }, (_, i) => `m${i}`);
    expect(stalePasses([{ ...revised, members }, december], rowsEach(5_000))).toHaveLength(1);
  });

  it('names each member once, and no member where all are stale', () => {
    const other = { fromMonth: '2026-03', toMonth: '2026-04', members: ['b', 'c'], recordedFrom: '' };
    expect(stalePasses([revised, other], rowsEach(500))).toEqual([
      { ...allMonths, members: ['a', 'b', 'c'], recordedFrom: '' },
    ]);
    const november = { ...december, fromMonth: '2026-11', toMonth: '2027-11' };
    expect(stalePasses([december, november], rowsEach(500))).toEqual([{ ...december, fromMonth: '2026-11' }]);
  });
});
