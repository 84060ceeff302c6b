import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';

/** Why a figure is not shown: it is of fewer than about 11 members, or `np`, it is not published. */
export type Withheld = '<11' | 'np';

/** A figure, or why it is not shown. `value` null without `withheld`: there is none. */
export interface Cell {
  value: number | null;
  withheld: Withheld | null;
  /** How a share is published that is not exact: `value` is its lower bound, or is rounded to whole tens. */
  about: 'least' | 'tens' | null;
  /** A change up to this figure that is smaller is no clear change; in the figure's unit. Null: every change is clear. */
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

/** What of an answer matters to a screen. */
export type Figures = Pick<LoadResult, 'data' | 'suppressed' | 'rounded' | 'margins' | 'quarterEnds'>;

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

/** The cell of every month in order; a month without a row has none. */
export function series(rows: Row[], months: string[], member: MeasureName): Cell[] {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => byMonth.get(month)?.cell(member) ?? NO_CELL);
}

/** `1|Yes` becomes Yes. */
export const label = (ranked: string) => ranked.replace(/^\d+\|/, '');

/** Every figure that there is is withheld, and there is one. */
export const allWithheld = (cells: Cell[]) =>
  cells.some(({ withheld }) => withheld !== null) && cells.every(({ value }) => value === null);

/** The difference of two published figures. */
export interface Change {
  /** In the figures' unit. */
  by: number;
  /** In percent of the first; null where that is 0. */
  percent: number | null;
  /** Not smaller than the margin of the last figure. */
  clear: boolean;
  /** Both are known to whole tens only, or one of them. */
  rounded: boolean;
}

/** The ends of a change among the published months; undefined with fewer than two. */
function endsOf(cells: Cell[]): [Cell, Cell] | undefined {
  const first = cells.findIndex(({ value, withheld }) => value !== null || withheld !== null);
  const [from, to] = [cells[first], cells.at(-1)];
  return from === undefined || to === undefined || first === cells.length - 1 ? undefined : [from, to];
}

/** There would be a change, of which one end is not published. */
export const isChangeWithheld = (cells: Cell[]): boolean =>
  endsOf(cells)?.some(({ withheld, about }) => withheld !== null || about === 'least') ?? false;

/** From the first figure to the last; null where one of them is missing, withheld or only known to be at least something. */
export function changeOf(cells: Cell[]): Change | null {
  const [from, to] = endsOf(cells) ?? [];
  if (!from || !to) return null;
  if (from.value === null || to.value === null || from.about === 'least' || to.about === 'least') return null;
  const by = to.value - from.value;
  return {
    by,
    percent: from.value === 0 ? null : (by / Math.abs(from.value)) * 100,
    clear: to.margin === null || Math.abs(by) >= to.margin,
    rounded: from.about === 'tens' || to.about === 'tens',
  };
}
