import { CountTable, shown, small, type Line, type Mask } from './count-table.js';
import { boundsOf } from './plane-audit.js';

const epsilon = 1e-9;

/**
 * Hidden cells that follow line by line: as the only one that is not known, or by the labels' bounds. `additive` where totals are the
 * sums of their cells.
 */
export function followingLineByLine(table: CountTable, mask: Mask, additive: boolean): Set<number> {
  const following = new Set(additive ? byBounds(table, mask) : []);
  for (let more = true; more;) {
    more = false;
    for (const line of table.lines) {
      if (!isOpen(table, mask, line, following)) continue;
      more = true;
      for (const cell of line.cells) if (mask[cell] !== shown) following.add(cell);
      if (mask[line.total] !== shown) following.add(line.total);
    }
  }
  return following;
}

/** Whether exactly one in the line is not known, or all that are not known are "<11" and follow from their sum. */
export function isOpen({ counts }: CountTable, mask: Mask, line: Line, known: ReadonlySet<number>): boolean {
  let unknown = 0;
  let sum = 0;
  let areSmall = true;
  for (const cell of line.cells) {
    if (mask[cell] === shown || known.has(cell)) continue;
    unknown += 1;
    sum += counts[cell]!;
    areSmall &&= mask[cell] === small;
  }
  if (mask[line.total] !== shown && !known.has(line.total)) return unknown === 0;
  return unknown === 1 || (unknown > 1 && areSmall && (sum === unknown || sum === 10 * unknown));
}

/** Hidden cells whose value every solution of the lines' sums shares: those with a row of their own in the reduced echelon form. */
export function followingFromSums(table: CountTable, mask: Mask): number[] {
  const unknowns = [...mask.keys()].filter((cell) => mask[cell] !== shown);
  const column = new Map(unknowns.map((cell, i) => [cell, i]));
  const rows: Float64Array[] = [];
  for (const line of table.lines) {
    const row = new Float64Array(unknowns.length);
    let any = false;
    for (const cell of [...line.cells, line.total]) {
      const at = column.get(cell);
      if (at === undefined) continue;
      row[at] = cell === line.total ? -1 : 1;
      any = true;
    }
    if (any) rows.push(row);
  }
  const pivots: [row: number, column: number][] = [];
  for (let c = 0, r = 0; c < unknowns.length && r < rows.length; c += 1) {
    let best = r;
    for (let i = r + 1; i < rows.length; i += 1) if (Math.abs(rows[i]![c]!) > Math.abs(rows[best]![c]!)) best = i;
    if (Math.abs(rows[best]![c]!) < epsilon) continue;
    [rows[r], rows[best]] = [rows[best]!, rows[r]!];
    const pivot = rows[r]!;
    const scale = pivot[c]!;
    for (let k = c; k < unknowns.length; k += 1) pivot[k] = pivot[k]! / scale;
    for (const [i, row] of rows.entries()) {
      const factor = row[c]!;
      if (i === r || Math.abs(factor) < epsilon) continue;
      for (let k = c; k < unknowns.length; k += 1) row[k] = row[k]! - factor * pivot[k]!;
    }
    pivots.push([r, c]);
    r += 1;
  }
  return pivots
    .filter(([r, c]) => rows[r]!.every((value, k) => k === c || Math.abs(value) < epsilon))
    .map(([, c]) => unknowns[c]!);
}

/** Those of `cells` that can be neither more nor less, as far as labels and lines one by one tell. */
export function followingByTrial(table: CountTable, mask: Mask, cells: readonly number[]): number[] {
  const bounds = boundsIn(table, mask);
  return cells.filter((cell) => {
    const count = table.counts[cell]!;
    return !isPossible(table, bounds, cell, count + 1, Infinity) && !isPossible(table, bounds, cell, 0, count - 1);
  });
}

interface Bounds {
  low: Float64Array;
  high: Float64Array;
}

/** What the labels tell of each cell, and what that tells of others in its lines. */
function boundsIn(table: CountTable, mask: Mask): Bounds {
  const low = Float64Array.from(table.counts);
  const high = Float64Array.from(table.counts);
  for (let cell = 0; cell < mask.length; cell += 1)
    if (mask[cell] !== shown) [low[cell], high[cell]] = boundsOf(mask[cell]!, table.counts[cell]!) as [number, number];
  narrow(table, { low, high });
  return { low, high };
}

function byBounds(table: CountTable, mask: Mask): number[] {
  const { low, high } = boundsIn(table, mask);
  return [...mask.keys()].filter((cell) => mask[cell] !== shown && low[cell] === high[cell]);
}

function isPossible(table: CountTable, { low, high }: Bounds, cell: number, atLeast: number, atMost: number): boolean {
  const bounds = { low: Float64Array.from(low), high: Float64Array.from(high) };
  bounds.low[cell] = Math.max(atLeast, low[cell]!);
  bounds.high[cell] = Math.min(atMost, high[cell]!);
  return bounds.low[cell]! <= bounds.high[cell]! && narrow(table, bounds);
}

/** Narrows each cell's bounds through its lines until nothing moves; false where nothing is left between them. */
function narrow({ lines }: CountTable, { low, high }: Bounds): boolean {
  for (let moved = true, round = 0; moved && round < 100; round += 1) {
    moved = false;
    let isEmpty = false;
    const within = (cell: number, atLeast: number, atMost: number) => {
      if (atLeast > low[cell]!) [low[cell], moved] = [atLeast, true];
      if (atMost < high[cell]!) [high[cell], moved] = [atMost, true];
      isEmpty ||= low[cell]! > high[cell]!;
    };
    for (const { cells, total } of lines) {
      let lows = 0;
      let highs = 0;
      for (const cell of cells) {
        lows += low[cell]!;
        highs += high[cell]!;
      }
      within(total, lows, highs);
      for (const cell of cells) {
        if (low[cell] === high[cell]) continue;
        const othersHigh = high[cell] === Infinity ? sumWithout(high, cells, cell) : highs - high[cell]!;
        within(cell, low[total]! - othersHigh, high[total]! - (lows - low[cell]!));
      }
      if (isEmpty) return false;
    }
  }
  return true;
}

const sumWithout = (values: Float64Array, cells: readonly number[], without: number): number =>
  cells.reduce((sum, cell) => (cell === without ? sum : sum + values[cell]!), 0);
