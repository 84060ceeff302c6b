import type { CodedShare, LoadResult, SuppressionReason } from '@superscope/contracts/analytics/answer';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { Withheld } from '../../ui/withheld';

/** A figure, or why it is not shown. `value` null without `withheld`: there is none. */
export interface Cell {
  value: number | null;
  withheld: Withheld | null;
}
export const cell = (value: number | null): Cell => ({ value, withheld: null });
export const NO_CELL: Cell = cell(null);

export interface Row {
  /** yyyy-MM, or '' in an answer without months. */
  month: string;
  text: (member: DimensionName) => string | null;
  cell: (member: MeasureName) => Cell;
  /** In a table by one flag: what may still be said about the share of Yes in this row's month. */
  share: CodedShare | null;
}

/** Only the answer's rows and what is withheld from them matter to a screen. */
export type Figures = Pick<LoadResult, 'data' | 'suppressed'>;

const SHOWN: Record<SuppressionReason, Withheld> = { small: '<11', withheld: 'np', filter: 'np' };

const asNumber = (value: string | number | null | undefined): number | null => {
  if (typeof value === 'number') return value;
  // A sum too large to be exact as a number comes as text.
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
};

/** Rows with their withheld cells marked; `timeDimension` names the column of the month (or day). */
export function readRows({ data, suppressed = [] }: Figures, timeDimension = 'MemberSnapshot.month'): Row[] {
  const marks = new Map<string, Withheld>();
  const shares = new Map<number, CodedShare>();
  for (const { row, members, reason, share } of suppressed) {
    if (row === null) continue;
    for (const member of members) marks.set(`${row} ${member}`, SHOWN[reason]);
    if (share) shares.set(row, share);
  }
  return data.map((values, at) => {
    const time = values[`${timeDimension}.month`] ?? values[`${timeDimension}.day`] ?? values[timeDimension];
    return {
      month: String(time ?? '').slice(0, 7),
      text: (member) => (values[member] == null ? null : String(values[member])),
      cell: (member) => {
        const withheld = marks.get(`${at} ${member}`);
        return withheld ? { value: null, withheld } : cell(asNumber(values[member]));
      },
      share: shares.get(at) ?? null,
    };
  });
}

const leavesRowsOut = ({ suppressed = [] }: Figures) => suppressed.find(({ row }) => row === null);

/**
 * The sentence for an answer of which a filter withholds everything; null when something is published. In a table by
 * groups such rows are left out, in one of months alone each says so of itself.
 */
export function wholeWithheld(figures: Figures): string | null {
  const { data, suppressed = [] } = figures;
  const filtered = suppressed.filter(({ row, reason }) => row !== null && reason === 'filter');
  const whole = data.length === 0 ? leavesRowsOut(figures) : filtered.length === data.length ? filtered[0] : undefined;
  return whole ? (whole.message ?? 'Not published: it would show a group of 1 to 10 members.') : null;
}

/** What stands for a month, or a group, without a row: withheld where the answer left rows out, else nothing. */
export const absentOf = (figures: Figures): Cell =>
  leavesRowsOut(figures) ? { value: null, withheld: 'np' } : NO_CELL;

/** The cell of every month in order; a month without a row has none. */
export function series(rows: Row[], months: string[], member: MeasureName): Cell[] {
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return months.map((month) => byMonth.get(month)?.cell(member) ?? NO_CELL);
}

/** `1|Yes` becomes Yes. */
export const label = (ranked: string) => ranked.replace(/^\d+\|/, '');

const present = ({ value, withheld }: Cell) => value !== null || withheld !== null;
export const firstKnown = (cells: Cell[]) => cells.find(present) ?? NO_CELL;

/** Change from the first to the last figure in percent; null where one of them is missing, withheld or 0. */
export function percentChange(cells: Cell[]): number | null {
  const from = firstKnown(cells).value;
  const to = cells.at(-1)?.value ?? null;
  return from === null || to === null || from === 0 ? null : ((to - from) / Math.abs(from)) * 100;
}
