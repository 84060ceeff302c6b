import { describe, expect, it } from 'vitest';
import { eachMonth } from '../../../portal/period/period';
import { cell, NO_CELL, withheldCell } from '../../../portal/analytics/result';
import { atColumns, quarterColumns, shortQuartersText, sumOfCells, withinColumns } from './quarters';

const months = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'];
const columns = quarterColumns(months);

describe('A period by quarter', () => {
  it('begins with its first month, ends with its newest, and has each quarter end in between', () => {
    expect(columns.map(({ month, isShort }) => [month, isShort])).toEqual([
      ['2025-10', false],
      ['2025-12', true],
      ['2026-03', false],
      ['2026-04', true],
    ]);
  });

  it('says which quarter is short, and nothing where all are whole', () => {
    const from = (start: string, end: string) => shortQuartersText(eachMonth(`${start}-01`, `${end}-01`));
    expect(from('2025-09', '2026-09')).toBeNull();
    expect(from('2026-09', '2026-09')).toBeNull();
    expect(from('2025-09', '2026-10')).toBe('October 2026 is one month of a quarter');
    expect(from('2025-10', '2026-09')).toBe('November and December 2025 are two months of a quarter');
    expect(from('2025-08', '2026-10')).toBe('September 2025, and October 2026 are no whole quarters');
    expect(from('2026-04', '2026-05')).toBe('May 2026 is one month of a quarter');
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
