import { addDays, monthEnd, monthOf, shiftMonth, type IsoDate, type IsoMonth } from '../calendar-dates.js';
import { groupBy } from '../group-by.js';
import type { OnecentralExpectations, WrittenExpectation } from '../onecentral-expectations/onecentral-expectations.js';

/** A day on which a file of a table arrived. */
export interface TableArrival {
  table: string;
  on: IsoDate;
}

/** A table that OneCentral sends, and when it is expected again. */
export interface ExpectedTable {
  table: string;
  /** Null for one that has not come yet. */
  lastOn: IsoDate | null;
  /** How often it is expected; null for a table without a rhythm, and `never` if a person said so. */
  every: WrittenExpectation['every'] | null;
  /** The day of the month by which it is expected; null unless that is monthly. */
  dayOfMonth: number | null;
  /** When its next file is due; null if none is expected. */
  dueOn: IsoDate | null;
  /** Days since then; 0 if it is not late. */
  daysLate: number;
  /** Whether a person said when it is expected. */
  isSaid: boolean;
}

/** A table is monthly once it came in this many months in a row. */
const leastMonths = 2;
/** The day by which a table comes is the latest of so many months. */
const monthsLookedAt = 6;
/** A table that did not come for so long is no longer expected. */
const forgottenAfterDays = 366;

/**
 * The tables that arrived so far or that a person expects, and which of them are late on a day: those that came each month, and have not come
 * by the day of the month by which they used to, unless a person said another rhythm. Late ones are first, then those due next.
 */
export function expectedTables(
  arrivals: readonly TableArrival[],
  today: IsoDate,
  said: OnecentralExpectations = new Map(),
): ExpectedTable[] {
  const byTable = groupBy(arrivals, ({ table }) => table);
  return [...new Set([...byTable.keys(), ...said.keys()])]
    .map((table) => {
      const days = (byTable.get(table) ?? []).map(({ on }) => on).toSorted();
      const expectation = said.get(table);
      return expectation === undefined ? usual(table, days, today) : asSaid(expectation, days.at(-1) ?? null, today);
    })
    .toSorted(
      (a, b) => b.daysLate - a.daysLate || compare(a.dueOn ?? '9', b.dueOn ?? '9') || compare(a.table, b.table),
    );
}

/** As it used to come. */
function usual(table: string, days: readonly IsoDate[], today: IsoDate): ExpectedTable {
  const lastOn = days.at(-1)!;
  /** The first arrival of each month. */
  const firstIn = new Map<IsoMonth, IsoDate>();
  for (const on of days) if (!firstIn.has(monthOf(on))) firstIn.set(monthOf(on), on);
  const inARow: IsoDate[] = [];
  for (let month = monthOf(lastOn); firstIn.has(month); month = shiftMonth(month, -1)) inARow.push(firstIn.get(month)!);
  const isForgotten = addDays(lastOn, forgottenAfterDays) < today;
  if (inARow.length < leastMonths || isForgotten)
    return { table, lastOn, every: null, dayOfMonth: null, dueOn: null, daysLate: 0, isSaid: false };
  const dayOfMonth = Math.max(...inARow.slice(0, monthsLookedAt).map((on) => Number(on.slice(8))));
  const dueOn = dayIn(shiftMonth(monthOf(lastOn), 1), dayOfMonth);
  return { table, lastOn, every: 'month', dayOfMonth, dueOn, daysLate: lateBy(dueOn, today), isSaid: false };
}

function asSaid(expectation: WrittenExpectation, lastOn: IsoDate | null, today: IsoDate): ExpectedTable {
  const { table, every, dayOfMonth } = expectation;
  const dueOn = dueAsSaid(expectation, lastOn);
  return { table, lastOn, every, dayOfMonth, dueOn, daysLate: dueOn === null ? 0 : lateBy(dueOn, today), isSaid: true };
}

function dueAsSaid({ every, dayOfMonth, since }: WrittenExpectation, lastOn: IsoDate | null): IsoDate | null {
  if (every === 'never') return null;
  if (every === 'day' || dayOfMonth === null) return lastOn === null ? since : addDays(lastOn, 1);
  if (lastOn !== null) return dayIn(shiftMonth(monthOf(lastOn), 1), dayOfMonth);
  const first = dayIn(monthOf(since), dayOfMonth);
  return first >= since ? first : dayIn(shiftMonth(monthOf(since), 1), dayOfMonth);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A day of a month, or the month's last day if it has fewer. */
const dayIn = (month: IsoMonth, dayOfMonth: number): IsoDate => {
  const on = `${month}-${String(dayOfMonth).padStart(2, '0')}`;
  const last = monthEnd(month);
  return on < last ? on : last;
};

const lateBy = (dueOn: IsoDate, today: IsoDate): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000));
