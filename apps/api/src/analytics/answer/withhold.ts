import type { CodedShare } from '@superscope/contracts/analytics/answer';
import type { CompiledQuery, MeasureColumns } from '../compile/compile.js';
import { CountTable, isSmall, shown, small, withheld, type Mask } from '../privacy/count-table.js';
import { flagShare } from '../privacy/flag-share.js';
import { suppress } from '../privacy/suppression.js';
import type { GroupTable } from './group-tables.js';

export interface Withheld {
  /** A filter leaves out, or leaves in, so few members that nothing of this table may be told. */
  whole: boolean;
  /** For each measure of the query, the states of the table's cells. */
  masks: readonly Mask[];
  /** What may be said instead of a flag's exact share. */
  share: CodedShare | null;
}

type Parts = readonly number[] | undefined;

/** What the employer rule takes out of one table. */
export function withhold(compiled: CompiledQuery, table: GroupTable): Withheld {
  const rows = rowMask(compiled, table);
  if (rows.whole) return { whole: true, masks: [], share: null };
  const masks = compiled.measures.map((columns) =>
    columns.measure.people === null
      ? new Uint8Array(table.frame.length)
      : columns.measure.parts.length === 1 && compiled.members !== null
        ? rows.mask
        : measureMask(compiled, table, columns, rows.mask),
  );
  return { whole: false, masks, share: rows.share };
}

/** Whether a selected value, or what a filter leaves out, is a group of 1 to 10: subtracting answers would tell it. */
function isTold({ failed }: GroupTable, cell: number, people: (parts: Parts) => readonly number[]): boolean {
  return failed.some((cells) => cells[cell] !== undefined && people(cells[cell]).some(isSmall));
}

const hasFewSelected = ({ selected }: CompiledQuery, parts: Parts): boolean =>
  parts !== undefined && selected.some((at) => isSmall(parts[at]!));

function rowMask(compiled: CompiledQuery, table: GroupTable): { whole: boolean; mask: Mask; share: CodedShare | null } {
  const { frame, cells } = table;
  const mask: Mask = new Uint8Array(frame.length);
  const plain = { whole: false, mask, share: null };
  if (compiled.members === null) return plain;
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
  if (told[frame.length - 1]) return { ...plain, whole: true };
  // Where nobody is selected, what is left out is all there is, and has an answer of its own.
  for (let cell = 0; cell < told.length; cell += 1) told[cell] &&= counts.counts[cell] !== 0;
  if (flagAxis(compiled)) {
    const coded = flagMask(table, counts);
    if (!told.includes(true)) return { whole: false, ...coded };
    const hidden = coded.mask.map((state, cell) =>
      state === shown && counts.counts[cell] !== 0 && cell !== frame.length - 1 ? withheld : state,
    );
    return { whole: false, mask: hidden, share: coded.share?.kind === 'about' ? null : coded.share };
  }
  for (let cell = 0; cell < mask.length; cell += 1)
    mask[cell] = isSmall(counts.counts[cell]!) ? small : told[cell] ? withheld : shown;
  return { whole: false, mask: suppress(counts, mask, { additive }), share: null };
}

/** The one axis of a table by a flag alone. */
function flagAxis({ keys }: CompiledQuery): boolean {
  const axes = keys.filter((key) => key.role !== 'partition');
  return axes.length === 1 && axes[0]!.dimension.flag === true;
}

/** Stored 1 has the flag, 0 does not, anything else is not known. */
function flagMask({ axes, frame }: GroupTable, { counts }: CountTable): { mask: Mask; share: CodedShare | null } {
  const values = axes[0]!.map(Number);
  const count = (wanted: (value: number) => boolean) =>
    values.reduce((sum, value, place) => (wanted(value) ? sum + counts[place]! : sum), 0);
  const yes = count((value) => value === 1);
  const no = count((value) => value === 0);
  const all = counts[values.length]!;
  const answer = flagShare({ yes, no, unknown: all - yes - no });
  const mask: Mask = new Uint8Array(frame.length);
  for (const [place, value] of values.entries())
    mask[place] = value === 1 ? answer.yes : value === 0 ? answer.no : answer.unknown;
  mask[values.length] = isSmall(all) ? small : shown;
  return { mask, share: answer.share };
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
  if (!own.some((few, cell) => few && rows[cell] === shown)) return rows;
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
  let mask: Mask = new Uint8Array(split.length);
  const firstOf = (cell: number) => cell * (width + 1);
  for (let cell = 0; cell < frame.length; cell += 1) {
    const numbers = groups[cell]!;
    const all = numbers.reduce((sum, n) => sum + n, 0);
    for (let place = 0; place <= width; place += 1) {
      const at = firstOf(cell) + place;
      const count = place === width ? all : (numbers[place] ?? 0);
      split.counts[at] = count;
      if (rows[cell] !== shown) mask[at] = rows[cell]!;
      else if (place < width && isSmall(count)) mask[at] = small;
      else if (place === 0 && own[cell] && !numbers.some(isSmall)) mask[at] = withheld;
    }
  }
  const isHidden = (cell: number) =>
    mask.subarray(firstOf(cell), firstOf(cell) + width).some((state) => state !== shown);
  for (let apart = true; apart;) {
    mask = suppress(split, mask, { additive });
    apart = false;
    for (let cell = 0; cell < frame.length; cell += 1) {
      if (!isHidden(cell)) continue;
      for (let at = firstOf(cell); at < firstOf(cell) + width; at += 1) {
        if (mask[at] !== shown || split.counts[at] === 0) continue;
        mask[at] = withheld;
        apart = true;
      }
    }
  }
  // Of two numbers one that is 0 tells only that the other is everybody, which is known; of more it tells a part.
  const measured = Uint8Array.from({ length: frame.length }, (_, cell) =>
    mask[firstOf(cell)] === shown && width > 2 && isHidden(cell) ? withheld : mask[firstOf(cell)]!,
  );
  const sizes = groups.map((numbers) => numbers.reduce((sum, n) => sum + n, 0));
  return hiddenInPairs(frame, measured, sizes, own);
}

/**
 * One that is withheld alone in its line follows from the total, which an answer of its own tells, whatever is withheld here: another
 * goes, the smallest.
 */
function hiddenInPairs(frame: CountTable, mask: Mask, sizes: readonly number[], own: readonly boolean[]): Mask {
  for (let alone = true; alone;) {
    alone = false;
    for (const { cells, total } of frame.lines) {
      if (own[total] || cells.filter((cell) => mask[cell] !== shown).length !== 1) continue;
      const others = cells.filter((cell) => mask[cell] === shown && sizes[cell] !== 0);
      const victim = others.toSorted((a, b) => sizes[a]! - sizes[b]!)[0];
      if (victim === undefined) continue;
      mask[victim] = withheld;
      alone = true;
    }
  }
  return mask;
}
