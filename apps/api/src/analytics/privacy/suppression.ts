import { CountTable, isSmall, shown, small, withheld, type Line, type Mask } from './count-table.js';
import { determinedInLines } from './line-audit.js';
import { bridgeCut, determinedInPlane } from './plane-audit.js';

export interface SuppressionOptions {
  /** The totals are the sums of the cells; otherwise (a member may stand in several cells) only the lines are scanned. */
  additive?: boolean;
}

/** Cells of 1 to 10. */
export function smallCells(table: CountTable): Mask {
  const mask = new Uint8Array(table.length);
  for (let cell = 0; cell < mask.length; cell += 1) if (isSmall(table.counts[cell]!)) mask[cell] = small;
  return mask;
}

/**
 * Completes what must be hidden (`hidden`, by default the cells of 1 to 10) so that nobody who adds and subtracts what is shown
 * learns one of these cells: domain.md section 6 with domain-details.md, 'Privacy'. Beyond those rules, a hidden cell must also
 * not follow from knowing that "<11" is 1 to 10 and that "np" is 11 or more.
 */
export function suppress(
  table: CountTable,
  hidden: Mask = smallCells(table),
  { additive = true }: SuppressionOptions = {},
): Mask {
  const mask = Uint8Array.from(hidden);
  if (table.shape.length === 0 || mask.every((state) => state === shown)) return mask;
  const secret = [...mask.keys()].filter((cell) => mask[cell] !== shown);
  scanLines(table, mask);
  if (!additive) return mask;
  for (;;) {
    const exposed =
      table.shape.length <= 2 ? determinedInPlane(table, mask, secret) : determinedInLines(table, mask, secret);
    const bridge = table.shape.length <= 2 ? bridgeCut(table, mask) : null;
    const victim = bridge === null ? protectorOf(table, mask, exposed) : smallestShown(table, mask, bridge);
    if (victim === null) return mask;
    mask[victim] = withheld;
    scanLines(table, mask);
  }
}

/** A line with exactly one suppressed member, or whose suppressed members follow from their sum, loses one more; repeated. */
function scanLines(table: CountTable, mask: Mask): void {
  for (let scan = true; scan;) {
    scan = false;
    for (const line of table.lines) {
      if (!isOpen(table, mask, line)) continue;
      const victim = smallestShown(table, mask, line.cells) ?? (mask[line.total] === shown ? line.total : null);
      if (victim === null || table.counts[victim] === 0) continue;
      mask[victim] = withheld;
      scan = true;
      break;
    }
  }
}

function isOpen(table: CountTable, mask: Mask, line: Line): boolean {
  const hidden = line.cells.filter((cell) => mask[cell] !== shown);
  const totalShown = mask[line.total] === shown;
  if (hidden.length + (totalShown ? 0 : 1) === 1) return true;
  if (hidden.length === 0 || !totalShown || !hidden.every((cell) => mask[cell] === small)) return false;
  const sum = hidden.reduce((total, cell) => total + table.counts[cell]!, 0);
  return sum === hidden.length || sum === 10 * hidden.length;
}

/** The smallest non-zero shown of these cells, the first on a tie; cells before totals. */
function smallestShown(table: CountTable, mask: Mask, cells: Iterable<number>): number | null {
  let best: number | null = null;
  let bestIsMargin = true;
  for (const cell of cells) {
    if (mask[cell] !== shown || table.counts[cell] === 0) continue;
    const margin = table.isMargin(cell);
    const better =
      best === null ||
      (bestIsMargin && !margin) ||
      (bestIsMargin === margin && table.counts[cell]! < table.counts[best]!);
    if (!better) continue;
    best = cell;
    bestIsMargin = margin;
  }
  return best;
}

/** What to hide so that the first exposed cell is one of several possibilities: in its lines, else anywhere. */
function protectorOf(table: CountTable, mask: Mask, exposed: readonly number[]): number | null {
  if (exposed.length === 0) return null;
  const cell = exposed[0]!;
  const near = table.lines.filter((line) => line.total === cell || line.cells.includes(cell));
  return (
    smallestShown(
      table,
      mask,
      near.flatMap((line) => [...line.cells, line.total]),
    ) ?? smallestShown(table, mask, mask.keys())
  );
}
