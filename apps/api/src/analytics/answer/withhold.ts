import type { CodedShare } from '@superscope/contracts/analytics/answer';
import type { CompiledQuery, MeasureColumns } from '../compile/compile.js';
import { CountTable, either, isSmall, shown, small, untold, withheld, type Mask } from '../privacy/count-table.js';
import { flagShare } from '../privacy/flag-share.js';
import { suppress } from '../privacy/suppression.js';
import type { GroupTable } from './group-tables.js';

export interface Withheld {
  /**
   * Why nothing of this table may be told: a filter leaves out, or leaves in, so few members; or whatever cells were told, they would
   * tell some.
   */
  whole: 'filter' | 'withheld' | null;
  /** For each measure of the query, the states of the table's cells. */
  masks: readonly Mask[];
  /** What may be said instead of a flag's exact share. */
  share: CodedShare | null;
}

type Parts = readonly number[] | undefined;

/** What the employer rule takes out of one table. */
export function withhold(compiled: CompiledQuery, table: GroupTable): Withheld {
  const rows = rowMask(compiled, table);
  if (rows.whole) return { whole: rows.whole, masks: [], share: null };
  const masks = compiled.measures.map((columns) =>
    columns.measure.people === null
      ? new Uint8Array(table.frame.length)
      : columns.measure.parts.length === 1 && compiled.members !== null
        ? rows.mask
        : measureMask(compiled, table, columns, rows.mask),
  );
  return { whole: null, masks, share: rows.share };
}

/** Whether a selected value, or what a filter leaves out, is a group of 1 to 10: subtracting answers would tell it. */
function isTold({ failed }: GroupTable, cell: number, people: (parts: Parts) => readonly number[]): boolean {
  return failed.some((cells) => cells[cell] !== undefined && people(cells[cell]).some(isSmall));
}

const hasFewSelected = ({ selected }: CompiledQuery, parts: Parts): boolean =>
  parts !== undefined && selected.some((at) => isSmall(parts[at]!));

type RowMask = Pick<Withheld, 'whole' | 'share'> & { mask: Mask };

function rowMask(compiled: CompiledQuery, table: GroupTable): RowMask {
  const { frame, cells } = table;
  const mask: Mask = new Uint8Array(frame.length);
  if (compiled.members === null) return { whole: null, mask, share: null };
  const { part, additive } = compiled.members;
  const people = (parts: Parts) => [parts?.[part] ?? 0];
  const counts = new CountTable(
    frame.shape,
    Array.from({ length: frame.length }, (_, cell) => people(cells[cell])[0]!),
  );
  const told = Array.from(
    { length: frame.length },
    (_, cell) => isTold(table, cell, people) || hasFewSelected(compiled, cells[cell]),
  );
  // The last cell is the total of all.
  if (told[frame.length - 1]) return { whole: 'filter', mask, share: null };
  // Where nobody is selected, what is left out is all there is, and has an answer of its own.
  for (let cell = 0; cell < told.length; cell += 1) told[cell] &&= counts.counts[cell] !== 0;
  for (let cell = 0; cell < mask.length; cell += 1)
    mask[cell] = isSmall(counts.counts[cell]!) ? small : told[cell] ? withheld : shown;
  const axes = compiled.keys.filter((key) => key.role !== 'partition');
  const isFlag = (axis: number) => axes[axis]!.dimension.flag === true;
  let share: CodedShare | null = null;
  for (const axis of axes.keys()) if (isFlag(axis)) share = flagMask(table, axis, counts, told, mask);
  const rows = suppress(counts, mask, {
    additive,
    isSettled: ([axis, ...others]) => others.length === 0 && isFlag(axis!),
  });
  // The first cell is no total, unless the table has no other.
  return { whole: rows[0] === untold ? 'withheld' : null, mask: rows, share: axes.length === 1 ? share : null };
}

/** The totals by a flag alone, whose answer has rules of its own. Stored 1 has the flag, 0 does not, anything else is not known. */
function flagMask(
  { axes }: GroupTable,
  axis: number,
  counts: CountTable,
  told: readonly boolean[],
  mask: Mask,
): CodedShare | null {
  const values = axes[axis]!.map(Number);
  const { table: flag, cells } = counts.by([axis]);
  const count = (wanted: (value: number) => boolean) =>
    values.reduce((sum, value, place) => (wanted(value) ? sum + flag.counts[place]! : sum), 0);
  const yes = count((value) => value === 1);
  const no = count((value) => value === 0);
  const answer = flagShare({ yes, no, unknown: flag.counts[values.length]! - yes - no });
  const isTold = cells.some((cell) => told[cell]);
  // "np" of both sides is said of few as well.
  const np = answer.yes === withheld && answer.no === withheld ? either : withheld;
  for (const [place, value] of values.entries()) {
    const state = value === 1 ? answer.yes : value === 0 ? answer.no : answer.unknown;
    const isHidden = state === shown && isTold && flag.counts[place] !== 0;
    mask[cells[place]!] = isHidden ? withheld : state === withheld ? np : state;
  }
  return isTold && answer.share?.kind === 'about' ? null : answer.share;
}

/**
 * A measure's own numbers of people: those that an average is of, those that a count counts and does not count. Where these are
 * few, the measure goes though its row stays.
 */
function measureMask(compiled: CompiledQuery, table: GroupTable, columns: MeasureColumns, rows: Mask): Mask {
  const { frame, cells } = table;
  const { measure, additive } = columns;
  const people = (parts: Parts): readonly number[] =>
    parts === undefined ? [] : measure.people!(columns.parts.map((at) => parts[at]!));
  const groups = Array.from({ length: frame.length }, (_, cell) => people(cells[cell]));
  const own = groups.map(
    (numbers, cell) =>
      numbers.some(isSmall) ||
      (numbers[0] !== 0 && (isTold(table, cell, people) || hasFewSelected(compiled, cells[cell]))),
  );
  if (!own.includes(true) && rows.every((state) => state === shown)) return rows;
  const width = measure.whole ? Math.max(1, ...groups.map((numbers) => numbers.length)) : 1;
  if (width === 1) {
    const counts = new CountTable(
      frame.shape,
      groups.map((numbers) => numbers[0] ?? 0),
    );
    const mask = rows.map((state, cell) => {
      if (state !== shown) return state;
      if (!own[cell]) return shown;
      return isSmall(counts.counts[cell]!) ? small : withheld;
    });
    return suppress(counts, mask, { additive });
  }
  return splitMask(frame, groups, own, rows, width, additive);
}

/**
 * With one more axis: those that the measure counts, and the rest of the group, whose total is known. Publishing the measure tells
 * all of a cell's numbers, so they are hidden together.
 */
function splitMask(
  frame: CountTable,
  groups: readonly (readonly number[])[],
  own: readonly boolean[],
  rows: Mask,
  width: number,
  additive: boolean,
): Mask {
  const split = new CountTable([...frame.shape, width]);
  const hidden: Mask = new Uint8Array(split.length);
  const firstOf = (cell: number) => cell * (width + 1);
  for (let cell = 0; cell < frame.length; cell += 1) {
    const numbers = groups[cell]!;
    const all = numbers.reduce((sum, n) => sum + n, 0);
    for (let place = 0; place <= width; place += 1) {
      const at = firstOf(cell) + place;
      const count = place === width ? all : (numbers[place] ?? 0);
      split.counts[at] = count;
      if (rows[cell] !== shown) hidden[at] = rows[cell]!;
      else if (place < width && isSmall(count)) hidden[at] = small;
      else if (place === 0 && own[cell] && !numbers.some(isSmall)) hidden[at] = withheld;
    }
  }
  const parts = frame.shape.length;
  const mask = suppress(split, hidden, { additive, parts: true, isSettled: (axes) => axes.at(-1) !== parts });
  const isHidden = (cell: number) =>
    mask.subarray(firstOf(cell), firstOf(cell) + width).some((state) => state !== shown);
  // Of two numbers one that is 0 tells only that the other is everybody, which is known; of more it tells a part.
  return Uint8Array.from({ length: frame.length }, (_, cell) =>
    mask[firstOf(cell)] === shown && width > 2 && isHidden(cell) ? withheld : mask[firstOf(cell)]!,
  );
}
