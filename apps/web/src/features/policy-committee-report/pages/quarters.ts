import { cell, NO_CELL, withheldCell, type Cell } from '../../../portal/analytics/result';
import { isQuarterEnd } from '../../../portal/period/period';

/** A column of a page by quarter: the month that it ends with, and the months since the column before. */
export interface QuarterColumn {
  /** yyyy-MM */
  month: string;
  months: readonly string[];
  /** Its last month does not end a quarter. */
  unfinished: boolean;
}

/** The start of a period, its quarter ends, and its newest month. The first column has no months before it. */
export function quarterColumns(months: readonly string[]): QuarterColumn[] {
  const ends = months.filter((month, i) => i === 0 || isQuarterEnd(month) || i === months.length - 1);
  return ends.map((month, i) => ({
    month,
    months: i === 0 ? [] : months.filter((each) => each > ends[i - 1]! && each <= month),
    unfinished: i > 0 && !isQuarterEnd(month),
  }));
}

/** The sum of published figures; not published where one of them is not. */
export function sumOfCells(cells: readonly Cell[]): Cell {
  if (cells.some(({ withheld }) => withheld !== null)) return withheldCell('np');
  if (cells.length === 0 || cells.some(({ value }) => value === null)) return NO_CELL;
  const margins = cells.flatMap(({ margin }) => (margin === null ? [] : [margin]));
  return {
    ...cell(cells.reduce((sum, { value }) => sum + value!, 0)),
    // Months share noise where their members are the same, so their margins add up.
    margin: margins.length > 0 ? margins.reduce((sum, margin) => sum + margin, 0) : null,
  };
}

/** A monthly series as the figures of columns: of their months' ends, and of all their months. */
export const atColumns = (
  columns: readonly QuarterColumn[],
  months: readonly string[],
  cells: readonly Cell[],
): Cell[] => columns.map(({ month }) => cells[months.indexOf(month)] ?? NO_CELL);
export const withinColumns = (
  columns: readonly QuarterColumn[],
  months: readonly string[],
  cells: readonly Cell[],
): Cell[] => columns.map(({ months: of }) => sumOfCells(of.map((month) => cells[months.indexOf(month)] ?? NO_CELL)));
