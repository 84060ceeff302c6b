import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { never } from '@superscope/contracts/read-models/member-snapshots';
import { membersOf } from '../query/normalize-filters.js';
import { dimensionOf, findMember } from '../model/catalogue.js';
import { conditionSql, rangeSql, type ConditionContext } from './condition-sql.js';

/** Which months' rows a query about members reads. */
export interface MonthsSql {
  conditions: string[];
  /** Restricts a bucket of several months to its last one, because stocks such as balances are not summed over months. */
  last: string | null;
  /** First day of the period that `loggedInMember` and `contactRequested` look back over. */
  periodFrom: string;
}

const coarse = new Set(['quarter', 'year']);

/** The first day of the bucket that a row belongs to. */
export function bucketSql(sql: string, granularity: string, instant: boolean): string {
  if (!instant && ['second', 'minute', 'hour', 'day'].includes(granularity)) return sql;
  if (granularity === 'week') return `toMonday(${sql})`;
  return `toStartOf${granularity[0]!.toUpperCase()}${granularity.slice(1)}(${sql})`;
}

/**
 * The months that a filter on atYearMonth names, as dates, so that the query can use the table's sort order. Null for any other filter.
 */
function namedMonths(filter: NormalizedFilterNode): string[] | null {
  if (!('member' in filter)) return null;
  const member = findMember(filter.member);
  if (member?.kind !== 'dimension' || member.name !== 'MemberSnapshot.atYearMonth') return null;
  if (filter.operator !== 'equals' && filter.operator !== 'in') return null;
  // A text that is not a month matches none: the table begins long after 1970.
  return filter.values!.map((value) =>
    /^\d{4}(0[1-9]|1[0-2])$/.test(value) ? `${value.slice(0, 4)}-${value.slice(4)}-01` : '1970-01-01',
  );
}

export const isTimeMember = (name: string): boolean => {
  const member = findMember(name);
  return member?.kind === 'dimension' && member.use === 'time';
};

/** Whether a filter is on time alone. */
export const isTimeNode = (filter: NormalizedFilterNode): boolean => membersOf(filter).every(isTimeMember);

const isRange = (filter: NormalizedFilterNode): filter is NormalizedFilter =>
  'member' in filter && filter.operator === 'inDateRange';

/** The first day of the month in which a range begins. A period never includes `never`, the day that stands for 'it has not happened'. */
const periodStart = (wall: string): string => {
  const first = `${wall.slice(0, 7)}-01`;
  return first > never ? first : '1970-01-02';
};

/**
 * @param plan condition on the plan, or null; @param times conditions on time beside the time dimensions' ranges; @param rows the table
 * whose newest month is meant
 */
export function monthsSql(
  query: NormalizedQuery,
  times: readonly NormalizedFilterNode[],
  plan: string | null,
  context: ConditionContext,
  rows = 'member_snapshot FINAL',
): MonthsSql {
  const bucket = query.timeDimensions.find((time) => time.granularity);
  const byRow = query.dimensions.some((name) => dimensionOf(name).use === 'time');
  const ranges = [
    ...query.timeDimensions.flatMap((time) => (time.dateRange ? [time.dateRange] : [])),
    ...times.flatMap((filter) =>
      isRange(filter) ? [[filter.values![0]!, filter.values![1]!] as [string, string]] : [],
    ),
  ];
  const named = times.map(namedMonths).filter((months) => months !== null);
  const months = named.map((dates) =>
    dates.length === 1
      ? `month = ${context.params.add(dates[0]!, 'Date')}`
      : `month IN ${context.params.add(dates, 'Array(Date)')}`,
  );
  const one = !bucket && !byRow && named.some((dates) => dates.length === 1);
  const month = dimensionOf('MemberSnapshot.month');
  // If one month is named, a range only sets the look-back period.
  const rangeConditions = one ? [] : ranges.map((range) => rangeSql(month, range, context));
  const others = times
    .filter((filter) => namedMonths(filter) === null && !isRange(filter))
    .map((filter) => conditionSql(filter, context));
  const conditions = [...months, ...rangeConditions, ...others];
  const trailingYear = 'addMonths(month, -11)';
  const newest = (among: readonly string[], groupBy: string | null) => {
    const where = [...(plan === null ? [] : [plan]), ...among];
    return `SELECT max(month) FROM ${rows}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}${groupBy ? ` GROUP BY ${groupBy}` : ''}`;
  };
  if (byRow || (bucket && !coarse.has(bucket.granularity!))) return { conditions, last: null, periodFrom: 'month' };
  if (bucket) {
    const start = bucketSql('month', bucket.granularity!, false);
    return { conditions, last: `month IN (${newest(conditions, start)})`, periodFrom: start };
  }
  const from = ranges[0] ? context.params.add(periodStart(ranges[0][0]), 'Date') : trailingYear;
  if (one) return { conditions, last: null, periodFrom: from };
  if (conditions.length > 0) return { conditions, last: `month = (${newest(conditions, null)})`, periodFrom: from };
  return { conditions: [`month = (${newest([], null)})`], last: null, periodFrom: trailingYear };
}
