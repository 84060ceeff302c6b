import { CountTable, shown, type Mask } from './count-table.js';
import { boundsOf } from './plane-audit.js';

const epsilon = 1e-9;

/**
 * For tables of three and more dimensions, which are no flow network: those of `cells` (hidden ones) that follow from the lines'
 * sums by elimination, or from sums and the labels' bounds line by line.
 */
export function determinedInLines(table: CountTable, mask: Mask, cells: readonly number[]): number[] {
  const certain = new Set([...bySums(table, mask), ...byBounds(table, mask)]);
  return cells.filter((cell) => certain.has(cell));
}

/** Unknowns whose value every solution of the sums shares: those with a row of their own in the reduced echelon form. */
function bySums(table: CountTable, mask: Mask): number[] {
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

/** Narrows each hidden cell's bounds through its lines until nothing moves. */
function byBounds(table: CountTable, mask: Mask): number[] {
  const low = Float64Array.from(table.counts);
  const high = Float64Array.from(table.counts);
  for (const [cell, state] of mask.entries())
    if (state !== shown) [low[cell], high[cell]] = boundsOf(state, table.counts[cell]!) as [number, number];
  for (let moved = true, round = 0; moved && round < 100; round += 1) {
    moved = false;
    const narrow = (cell: number, atLeast: number, atMost: number) => {
      if (atLeast > low[cell]!) [low[cell], moved] = [atLeast, true];
      if (atMost < high[cell]!) [high[cell], moved] = [atMost, true];
    };
    for (const { cells, total } of table.lines) {
      let lows = 0;
      let highs = 0;
      for (const cell of cells) {
        lows += low[cell]!;
        highs += high[cell]!;
      }
      narrow(total, lows, highs);
      for (const cell of cells) {
        const othersHigh = high[cell] === Infinity ? sumWithout(high, cells, cell) : highs - high[cell]!;
        narrow(cell, low[total]! - othersHigh, high[total]! - (lows - low[cell]!));
      }
    }
  }
  return [...mask.keys()].filter((cell) => mask[cell] !== shown && low[cell] === high[cell]);
}

const sumWithout = (values: Float64Array, cells: readonly number[], without: number): number =>
  cells.reduce((sum, cell) => (cell === without ? sum : sum + values[cell]!), 0);
