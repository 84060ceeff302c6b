import { describe, expect, it } from 'vitest';
import { cell, NO_CELL, withheldCell } from '../../../portal/analytics/result';
import { atColumns, quarterColumns, sumOfCells, withinColumns } from './quarters';

const months = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'];
const columns = quarterColumns(months);

describe('A period by quarter', () => {
  it('begins with its first month, ends with its newest, and has each quarter end in between', () => {
    expect(columns.map(({ month, unfinished }) => [month, unfinished])).toEqual([
      ['2025-10', false],
      ['2025-12', false],
      ['2026-03', false],
      ['2026-04', true],
    ]);
  });

  it('counts each month after the first in one quarter', () => {
    expect(columns.map(({ months: of }) => of)).toEqual([[], months.slice(1, 3), months.slice(3, 6), months.slice(6)]);
    expect(quarterColumns(['2026-03', '2026-04', '2026-05', '2026-06']).map(({ month }) => month)).toEqual([
      '2026-03',
      '2026-06',
    ]);
  });

  it('shows a stock at each end, and a flow as the sum of its months', () => {
    const cells = months.map((_, i) => cell(i));
    expect(atColumns(columns, months, cells).map(({ value }) => value)).toEqual([0, 2, 5, 6]);
    expect(withinColumns(columns, months, cells).map(({ value }) => value)).toEqual([null, 3, 12, 6]);
  });

  it('publishes no sum that an unpublished month is part of', () => {
    expect(sumOfCells([cell(3), withheldCell('<11')])).toEqual(withheldCell('np'));
    expect(sumOfCells([cell(3), NO_CELL])).toEqual(NO_CELL);
  });
});
