import { addDays, monthEnd, monthOf, shiftMonth, type IsoDate, type IsoMonth } from '../calendar-dates.js';
import { groupBy } from '../group-by.js';

/** A day on which a file of a table arrived. */
export interface TableArrival {
  table: string;
  on: IsoDate;
}

/** A table that OneCentral has sent, and when it is expected again. */
export interface ExpectedTable {
  table: string;
  lastOn: IsoDate;
  /** The day of the month by which it came so far; null for a table without a monthly rhythm. */
  dayOfMonth: number | null;
  /** When its next file is due; null for a table without a monthly rhythm. */
  dueOn: IsoDate | null;
  /** Days since then; 0 if it is not late. */
  daysLate: number;
}

/** A table is monthly once it came in this many months in a row. */
const leastMonths = 2;
/** The day by which a table comes is the latest of so many months. */
const monthsLookedAt = 6;
/** A table that did not come for so long is no longer expected. */
const forgottenAfterDays = 366;

/**
 * The tables that arrived so far, and which of them are late on a day: those that came each month, and have not come by the day of the
 * month by which they used to. Late ones are first, then those due next.
 */
export function expectedTables(arrivals: readonly TableArrival[], today: IsoDate): ExpectedTable[] {
  const byTable = groupBy(arrivals, ({ table }) => table);
  return [...byTable]
    .map(([table, each]) => expectedOf(table, each.map(({ on }) => on).toSorted(), today))
    .toSorted(
      (a, b) => b.daysLate - a.daysLate || compare(a.dueOn ?? '9', b.dueOn ?? '9') || compare(a.table, b.table),
    );
}

function expectedOf(table: string, days: readonly IsoDate[], today: IsoDate): ExpectedTable {
  const lastOn = days.at(-1)!;
  /** The first arrival of each month. */
  const firstIn = new Map<IsoMonth, IsoDate>();
  for (const on of days) if (!firstIn.has(monthOf(on))) firstIn.set(monthOf(on), on);
  const inARow: IsoDate[] = [];
  for (let month = monthOf(lastOn); firstIn.has(month); month = shiftMonth(month, -1)) inARow.push(firstIn.get(month)!);
  const isForgotten = addDays(lastOn, forgottenAfterDays) < today;
  if (inARow.length < leastMonths || isForgotten) return { table, lastOn, dayOfMonth: null, dueOn: null, daysLate: 0 };
  const dayOfMonth = Math.max(...inARow.slice(0, monthsLookedAt).map((on) => Number(on.slice(8))));
  const dueOn = dayIn(shiftMonth(monthOf(lastOn), 1), dayOfMonth);
  return { table, lastOn, dayOfMonth, dueOn, daysLate: Math.max(0, daysFrom(dueOn, today)) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A day of a month, or the month's last day if it has fewer. */
const dayIn = (month: IsoMonth, dayOfMonth: number): IsoDate => {
  const on = `${month}-${String(dayOfMonth).padStart(2, '0')}`;
  const last = monthEnd(month);
  return on < last ? on : last;
};

const daysFrom = (from: IsoDate, to: IsoDate): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
