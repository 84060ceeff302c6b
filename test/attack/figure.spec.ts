import { describe, expect, it } from 'vitest';
import { headcount, shareOfMembers } from './facts.js';
import { countFigure, notesByRow } from './figure.js';
import type { Suppressed } from './portal-asker.js';

const row = (count: number | null, share?: number) => ({
  [headcount]: count,
  ...(share === undefined ? {} : { [shareOfMembers]: share }),
});
const read = (
  of: ReturnType<typeof row>,
  note: Omit<Suppressed, 'row'> | null,
  mechanism: 'exact' | 'adjusted',
  whole = false,
) => countFigure(of, note ? [{ row: 0, ...note }] : undefined, headcount, 40, mechanism, whole);

describe('a count read from an answer', () => {
  it('is the number when it is exact', () => {
    expect(read(row(17), null, 'exact')).toEqual({ kind: 'value', value: 17, variance: 0 });
  });

  it('is a number with an error when it is adjusted, which is smaller for the whole plan than for a group', () => {
    expect(read(row(17), null, 'adjusted')).toEqual({ kind: 'value', value: 17, variance: 16 });
    expect(read(row(17), null, 'adjusted', true)).toEqual({ kind: 'value', value: 17, variance: 6 });
  });

  it('has the error of both boundaries that it lies between', () => {
    expect(countFigure(row(17), undefined, headcount, 40, 'adjusted', false, 2)).toHaveProperty('variance', 32);
  });

  it('is computed from the share of a small group, with the additional error of whole tens', () => {
    const figure = read(row(null, 40), null, 'adjusted');
    expect(figure).toMatchObject({ kind: 'value', value: 16 });
    expect(figure).toHaveProperty('variance', 16 + 16 / 12);
  });

  it('is 1 to 10 when the exact mechanism withholds a small count, and unknown when it withholds another', () => {
    expect(read(row(null), { members: [headcount], reason: 'small' }, 'exact')).toEqual({
      kind: 'between',
      low: 1,
      high: 10,
    });
    expect(read(row(null), { members: [headcount], reason: 'withheld' }, 'exact')).toBeUndefined();
  });

  it('is about ten at most for "<11", all but about ten for "least", and unknown for "np"', () => {
    expect(read(row(null), { members: [headcount], because: '<11' }, 'adjusted')).toEqual({
      kind: 'between',
      low: 0,
      high: 10,
    });
    const least = { members: [headcount, shareOfMembers], because: 'least' as const, least: 75 };
    expect(read(row(null), least, 'adjusted')).toEqual({ kind: 'between', low: 30, high: 40 });
    expect(read(row(null), { members: [headcount], because: 'np' }, 'adjusted')).toBeUndefined();
  });
});

describe('the notes of an answer', () => {
  it('are found by row; notes of the whole answer belong to no row', () => {
    const notes = notesByRow({
      data: [],
      suppressed: [
        { row: null, reason: 'filter' },
        { row: 2, reason: 'small' },
        { row: 2, reason: 'withheld' },
      ],
    });
    expect([...notes.keys()]).toEqual([2]);
    expect(notes.get(2)).toHaveLength(2);
  });
});
