import { lookBackOf, type LookBack } from '@superscope/contracts/analytics/look-back';
import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilter, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { isQuarterEnd, monthsBetween, shiftMonth } from '@superscope/domain/calendar-dates';
import { dimensionOf } from '../model/catalogue.js';
import { BadQuery, refused } from '../query/bad-query.js';

/** The time of one row: stocks (such as balances) are of one month, flows of all its months. Months are yyyy-MM. */
export interface MonthBucket {
  /** First month of the bucket, as the answer names it; null without a time in the answer. */
  start: string | null;
  stock: string;
  /** Includes `stock`. */
  flows: readonly string[];
  /** Months up to `stock` that signing in and asking for contact look back over. All buckets of an answer have the same. */
  lookBack: LookBack;
}

/** What a question says of time. */
export interface TimedQuestion {
  query: NormalizedQuery;
  times: readonly NormalizedFilter[];
  /** Published for quarter ends only. */
  quarterly: boolean;
}

/** The month that an answer's figures are of. */
export const figuresOf = (buckets: readonly MonthBucket[]): Pick<LoadResult, 'figuresOf'> => {
  const newest = buckets.at(-1);
  return newest === undefined ? {} : { figuresOf: newest.stock };
};

const quarterStart = (month: string): string => {
  const first = Math.floor((Number(month.slice(5)) - 1) / 3) * 3 + 1;
  return `${month.slice(0, 4)}-${String(first).padStart(2, '0')}`;
};
const quarterEnd = (month: string): string => shiftMonth(quarterStart(month), 2);
const yearStart = (month: string): string => `${month.slice(0, 4)}-01`;

const finest = new Set(['second', 'minute', 'hour', 'day', 'month']);

interface Asked {
  /** Both ends included; null where it is open. */
  from: string | null;
  to: string | null;
  /** Months that are named one by one; null if none are named. */
  named: readonly string[] | null;
}

const everything: Asked = { from: null, to: null, named: null };

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);
const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);
const both = (a: Asked, b: Asked): Asked => ({
  from: later(a.from, b.from),
  to: earlier(a.to, b.to),
  named: a.named === null ? b.named : b.named === null ? a.named : a.named.filter((month) => b.named!.includes(month)),
});

const monthBefore = (wall: string): string =>
  // A range that ends as a month begins does not include that month.
  wall.slice(8) === '01T00:00:00.000' ? shiftMonth(wall.slice(0, 7), -1) : wall.slice(0, 7);

function condition({ member, operator, values = [] }: NormalizedFilter): Asked {
  const [first = '', second = first] = values;
  if (dimensionOf(member).type !== 'time') {
    if (operator !== 'equals' && operator !== 'in')
      throw refused(`'${member}' may only name months, by 'equals' or 'in'`);
    const months = values.filter((value) => /^\d{4}(0[1-9]|1[0-2])$/.test(value));
    return { ...everything, named: months.map((value) => `${value.slice(0, 4)}-${value.slice(4)}`) };
  }
  switch (operator) {
    case 'equals':
    case 'inDateRange':
    case 'onTheDate':
      return { ...everything, from: first.slice(0, 7), to: second.slice(0, 7) };
    case 'afterOrOnDate':
      return { ...everything, from: first.slice(0, 7) };
    case 'afterDate':
      return { ...everything, from: shiftMonth(first.slice(0, 7), 1) };
    case 'beforeOrOnDate':
      return { ...everything, to: first.slice(0, 7) };
    case 'beforeDate':
      return { ...everything, to: monthBefore(first) };
    case 'set':
      return everything;
    default:
      throw refused(`Months of employers' figures are asked for as ranges or by name, not by '${operator}'`);
  }
}

const rangeOf = ({ member, operator, values }: NormalizedFilter): (readonly string[])[] =>
  dimensionOf(member).type === 'time' && operator === 'inDateRange' ? [values!] : [];

const startOf = { month: (month: string) => month, quarter: quarterStart, year: yearStart } as const;
const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/**
 * The closed months that each row of an answer covers. Ranges cover whole months; with `quarterly` they are widened to whole quarters and
 * read at quarter ends, at least one if any has closed. `closed` is ascending. Throws BadQuery.
 */
export function monthBuckets({ query, times, quarterly }: TimedQuestion, closed: readonly string[]): MonthBucket[] {
  const bucket = query.timeDimensions.find((time) => time.granularity);
  const isByRow = query.dimensions.some((name) => dimensionOf(name).use === 'time');
  const unit = bucket === undefined ? null : finest.has(bucket.granularity!) ? 'month' : bucket.granularity!;
  if (unit === 'week') throw new BadQuery("Months do not divide into weeks; use 'month', 'quarter' or 'year'");
  const ranges = query.timeDimensions.flatMap(({ dateRange }) => (dateRange ? [dateRange] : []));
  const conditions = [
    ...ranges.map(([from, to]) => ({ ...everything, from: from.slice(0, 7), to: to.slice(0, 7) })),
    ...times.map(condition),
  ];
  const named = times.some(({ member }) => dimensionOf(member).type !== 'time');
  // If months are named, a range only sets the look-back period.
  const asked = (
    named && !bucket ? times.filter(({ member }) => dimensionOf(member).type !== 'time').map(condition) : conditions
  ).reduce(both, everything);
  const months = quarterly ? quarterEnds(asked, closed) : closed.filter((month) => holds(asked, month));
  const isUnlimited = conditions.length === 0 && unit === null && !isByRow;
  const used = isUnlimited ? months.slice(-1) : months;
  const period = [...ranges, ...times.flatMap(rangeOf)][0] ?? null;
  if (unit === null && !isByRow) {
    const stock = used.at(-1);
    if (stock === undefined) return [];
    const lookBack = period === null ? 12 : lookBackOf(monthsOf(period, closed.at(-1)!), quarterly);
    return [{ start: null, stock, flows: quarterly ? [stock] : used, lookBack }];
  }
  const byStart = new Map<string, string[]>();
  const start = isByRow && unit === null ? startOf.month : startOf[unit as keyof typeof startOf];
  for (const month of used) byStart.set(start(month), [...(byStart.get(start(month)) ?? []), month]);
  const lookBack = lookBackOf(
    monthsIn[isByRow && unit === null ? 'month' : (unit as keyof typeof monthsIn)],
    quarterly,
  );
  return [...byStart].map(([first, flows]) => {
    const stock = flows.at(-1)!;
    return { start: first, stock, flows: quarterly ? [stock] : flows, lookBack };
  });
}

/** The number of months of a period; those after the newest closed month do not count, unless none is left. */
function monthsOf(period: readonly string[], newest: string): number {
  const [from, to] = period.map((wall) => wall.slice(0, 7)) as [string, string];
  return monthsBetween(from, from <= newest ? earlier(to, newest)! : to) + 1;
}

const holds = ({ from, to, named }: Asked, month: string): boolean =>
  (from === null || month >= from) && (to === null || month <= to) && (named === null || named.includes(month));

function quarterEnds({ from, to, named }: Asked, closed: readonly string[]): string[] {
  if (named?.length === 0 || (from !== null && to !== null && from > to)) return [];
  const ends = closed.filter(isQuarterEnd);
  const outward: Asked = {
    from: from && quarterStart(from),
    to: to && quarterEnd(to),
    named: named?.map(quarterEnd) ?? null,
  };
  const found = ends.filter((month) => holds(outward, month));
  if (found.length > 0) return found;
  // If the quarter has not closed, the last quarter before it that has closed counts.
  const last = earlier(outward.to, outward.named?.toSorted().at(-1) ?? null);
  return ends.filter((month) => last === null || month <= last).slice(-1);
}
