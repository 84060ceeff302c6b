import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import { changeBetween, type ChangeBetween } from '@superscope/contracts/change-between';

/** Why a figure is withheld: it is of fewer than about 11 members (`<11`), or it is not published (`np`). */
export type Withheld = '<11' | 'np';

/** A figure, or why it is withheld. If `value` and `withheld` are both null, there is no figure. */
export interface Cell {
  value: number | null;
  withheld: Withheld | null;
  /** How an inexact share is published: `value` is its lower bound (`least`) or is rounded to whole tens (`tens`). */
  about: 'least' | 'tens' | null;
  /** The smallest clear change that ends at this figure, in the figure's unit. Null: every change is clear. */
  margin: number | null;
}
export const cell = (value: number | null): Cell => ({ value, withheld: null, about: null, margin: null });
export const withheldCell = (withheld: Withheld): Cell => ({ ...cell(null), withheld });
export const NO_CELL: Cell = cell(null);

export interface Row {
  /** yyyy-MM, or '' in an answer without months. */
  month: string;
  text: (member: DimensionName) => string | null;
  cell: (member: MeasureName) => Cell;
}

/** The parts of an answer that screens use. */
export type Figures = Pick<
  LoadResult,
  'data' | 'suppressed' | 'rounded' | 'margins' | 'quarterEnds' | 'lookBackMonths'
>;

const asNumber = (value: string | number | null | undefined): number | null => {
  if (typeof value === 'number') return value;
  // A sum too large to be exact as a number comes as text.
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
};

/** Rows with the published figure of each cell; `timeDimension` names the column of the month (or day). */
export function readRows(figures: Figures, timeDimension = 'MemberSnapshot.month'): Row[] {
  const { data, suppressed = [], rounded = [], margins = {} } = figures;
  const marks = new Map<string, Partial<Cell>>();
  for (const { row, members, because, least } of suppressed) {
    const mark: Partial<Cell> =
      because !== 'least'
        ? { value: null, withheld: because }
        : least === undefined
          ? { value: null, withheld: 'np' }
          : { value: least, about: 'least' };
    for (const member of members) marks.set(`${row} ${member}`, mark);
  }
  for (const { row, members } of rounded)
    for (const member of members) marks.set(`${row} ${member}`, { about: 'tens' });
  return data.map((values, at) => {
    const time = values[`${timeDimension}.month`] ?? values[`${timeDimension}.day`] ?? values[timeDimension];
    return {
      month: String(time ?? '').slice(0, 7),
      text: (member) => (values[member] == null ? null : String(values[member])),
      cell: (member) => ({
        ...cell(asNumber(values[member])),
        margin: margins[member]?.[at] ?? null,
        ...marks.get(`${at} ${member}`),
      }),
    };
  });
}

/** One cell per month, in order; `NO_CELL` for a month without a row. */
export function series(rows: Row[], months: string[], member: MeasureName): Cell[] {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => byMonth.get(month)?.cell(member) ?? NO_CELL);
}

/** `1|Yes` becomes Yes. */
export const label = (ranked: string) => ranked.replace(/^\d+\|/, '');

/** True if at least one figure is withheld and none has a value. */
export const allWithheld = (cells: Cell[]) =>
  cells.some(({ withheld }) => withheld !== null) && cells.every(({ value }) => value === null);

/** The difference of two published figures. */
export interface Change extends ChangeBetween {
  /** In percent of the first figure; null if that is 0. */
  percent: number | null;
  /** True if at least one of the two figures is rounded to whole tens. */
  rounded: boolean;
}

/** The first cell with a figure, shown or withheld, and the last cell; undefined if there are no two such cells. */
function endsOf(cells: Cell[]): [Cell, Cell] | undefined {
  const first = cells.findIndex(({ value, withheld }) => value !== null || withheld !== null);
  const [from, to] = [cells[first], cells.at(-1)];
  return from === undefined || to === undefined || first === cells.length - 1 ? undefined : [from, to];
}

/** True if there is a change, but one of its ends is withheld or only a lower bound. */
export const isChangeWithheld = (cells: Cell[]): boolean =>
  endsOf(cells)?.some(({ withheld, about }) => withheld !== null || about === 'least') ?? false;

/** The change from the first figure to the last; null if one of them is missing, withheld or only a lower bound. */
export function changeOf(cells: Cell[]): Change | null {
  const [from, to] = endsOf(cells) ?? [];
  if (!from || !to) return null;
  if (from.value === null || to.value === null || from.about === 'least' || to.about === 'least') return null;
  const { by, clear } = changeBetween(from.value, to.value, to.margin);
  return {
    by,
    percent: from.value === 0 ? null : (by / Math.abs(from.value)) * 100,
    clear,
    rounded: from.about === 'tens' || to.about === 'tens',
  };
}
