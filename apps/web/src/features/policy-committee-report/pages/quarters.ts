import { cell, NO_CELL, withheldCell, type Cell } from '../../../portal/analytics/result';
import { isQuarterEnd, monthOf, monthsBefore } from '../../../portal/period/period';
import { longMonth } from '../../../ui/format';
import { inWords } from '../../../ui/in-words';
import { listed } from '../../../ui/listed';

/** A column of a page by quarter: the month that it ends with, and the months since the column before. */
export interface QuarterColumn {
  /** yyyy-MM */
  month: string;
  months: readonly string[];
  /** Its months are less than a quarter. The first column has none and is not short: it is where the period begins. */
  isShort: boolean;
}

/** The start of a period, its quarter ends, and its newest month. The first column has no months before it. */
export function quarterColumns(months: readonly string[]): QuarterColumn[] {
  const ends = months.filter((month, i) => i === 0 || isQuarterEnd(month) || i === months.length - 1);
  return ends.map((month, i) => {
    const own = i === 0 ? [] : months.filter((each) => each > ends[i - 1]! && each <= month);
    return { month, months: own, isShort: i > 0 && own.length < QUARTER };
  });
}
const QUARTER = 3;

/** What marks a period whose first or last quarter is short, such as 'October 2026 is one month of a quarter'; null if all are whole. */
export function shortQuartersText(months: readonly string[]): string | null {
  const short = quarterColumns(months).filter(({ isShort }) => isShort);
  if (short.length === 0) return null;
  const named = short.map(({ months: of }) => ofOneYear(of));
  if (short.length > 1) return `${named.join(', and ')} are no whole quarters`;
  const { length } = short[0]!.months;
  return `${named[0]} ${length === 1 ? 'is one month' : `are ${inWords(length)} months`} of a quarter`;
}

/** 'November and December 2025': the months of a quarter share their year. */
const ofOneYear = (months: readonly string[]) =>
  listed(months.map((each, i) => (i < months.length - 1 ? longMonth(each).split(' ')[0]! : longMonth(each))));

/** The same quarters a year before. */
export const yearBefore = (columns: readonly QuarterColumn[]): QuarterColumn[] =>
  columns.map(({ month, months, isShort }) => ({
    month: yearEarlier(month),
    months: months.map(yearEarlier),
    isShort,
  }));
const yearEarlier = (month: string) => monthOf(monthsBefore(`${month}-01`, YEAR));
const YEAR = 12;

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
