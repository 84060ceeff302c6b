import { shiftMonth } from '@superscope/domain/calendar-dates';
import type { PlanFacts } from '../plan-facts/plan-facts.js';
import type { CurrentImport } from '../plan-facts/plan-imports.js';
import { SnapshotWindow, type StoredSnapshot } from '../plan-facts/snapshot-position.js';

export type MonthImports = ReadonlyMap<string, CurrentImport>;

/** Number of months before the first derived one that its trailing sums need. */
const trailingMonths = 11;
const trailingFrom = (month: string): string => shiftMonth(month, -trailingMonths);

/** A month (yyyy-MM) that was read. */
export interface SweptMonth {
  month: string;
  snapshots: readonly StoredSnapshot[];
  /** Those of the month before; none if it has no import. */
  before: readonly StoredSnapshot[];
  /** The snapshots of every member in the twelve months up to it. */
  years: SnapshotWindow;
}

/** Reads the snapshots of some months (yyyy-MM) and of the year before each, oldest first. Calls `onMonth` for each of the months. */
export async function sweepSnapshots(
  facts: PlanFacts,
  imports: MonthImports,
  months: ReadonlySet<string>,
  onMonth: (of: SweptMonth) => Promise<void>,
): Promise<void> {
  const inOrder = [...months].sort();
  if (inOrder.length === 0) return;
  const [start, end] = [trailingFrom(inOrder[0]!), inOrder.at(-1)!];
  const reads = inReads([...imports].filter(([month]) => month >= start && month <= end));
  const years = new SnapshotWindow();
  const ahead = (at: number) => {
    const reading = reads[at] === undefined ? null : facts.snapshots(reads[at]);
    // Avoids an unhandled rejection; awaited below.
    reading?.catch(() => undefined);
    return reading;
  };
  let next = ahead(0);
  let last: Pick<SweptMonth, 'month' | 'snapshots'> | null = null;
  for (const [i, read] of reads.entries()) {
    const snapshots = (await next)!;
    next = ahead(i + 1);
    for (const [month] of read) {
      const rows = snapshots.get(month) ?? [];
      for (const row of rows) years.add(row);
      const before = last?.month === shiftMonth(month, -1) ? last.snapshots : [];
      if (months.has(month)) await onMonth({ month, snapshots: rows, before, years });
      last = { month, snapshots: rows };
    }
  }
}

/** Whether two sets of imports agree in the twelve months up to a month. */
export function sameYear(a: MonthImports, b: MonthImports, month: string): boolean {
  for (let before = 0; before <= trailingMonths; before += 1) {
    const of = shiftMonth(month, -before);
    if (a.get(of)?.importId !== b.get(of)?.importId) return false;
  }
  return true;
}

/** Groups months so that one query returns about this many rows. */
function inReads(months: readonly [string, CurrentImport][], rowsPerRead = 40_000): [string, CurrentImport][][] {
  const reads: [string, CurrentImport][][] = [];
  let rows = Infinity;
  for (const month of months) {
    if (rows + month[1].rows > rowsPerRead) {
      reads.push([]);
      rows = 0;
    }
    reads.at(-1)!.push(month);
    rows += month[1].rows;
  }
  return reads;
}
