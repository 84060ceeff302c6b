import type { FilterOperator, NormalizedFilter, NormalizedFilterNode } from '@superscope/contracts/analytics/query';
import { addDays } from '@superscope/domain/calendar-dates';
import { dimensionOf, findMember } from '../model/catalogue.js';
import type { Dimension, DimensionSql } from '../model/cube-member.js';
import { firstWall, instantOf, lastWall, parseWall } from '../query/wall-time.js';
import type { Params } from '../../platform/clickhouse/params.js';

export interface ConditionContext extends DimensionSql {
  params: Params;
  /** IANA name; `timezone` of DimensionSql is its placeholder. */
  zone: string;
}

const midnight = 'T00:00:00.000';
const lastDay = '9999-12-31';

/** `dayFrom` is the first day on or after a wall time, `dayTo` the last day on or before it. */
const dayFrom = (wall: string): string => {
  const day = wall.slice(0, 10);
  return wall.endsWith(midnight) || day === lastDay ? day : addDays(day, 1);
};
const dayTo = (wall: string): string => wall.slice(0, 10);

/** `YYYY-MM-DD HH:mm:ss.SSS` in UTC of a wall time in the query's timezone. */
const utc = (wall: string, zone: string): string => {
  const instant = instantOf(parseWall(wall, zone)!.wall, zone).getTime();
  // In UTC the instant may fall outside the years of four digits.
  const written = new Date(Math.max(firstWall, Math.min(lastWall, instant)));
  return written.toISOString().replace('T', ' ').slice(0, 23);
};

/** A range as an SQL condition, both ends included. */
export function rangeSql(
  dimension: Dimension,
  [start, end]: readonly [string, string],
  context: ConditionContext,
): string {
  return `${timeBound(dimension, '>=', start, context)} AND ${timeBound(dimension, '<=', end, context)}`;
}

function timeBound(dimension: Dimension, comparison: '>=' | '<=' | '<' | '>', wall: string, context: ConditionContext) {
  const { params, zone } = context;
  if (dimension.time === 'instant')
    return `${dimension.sql(context)} ${comparison} ${params.add(utc(wall, zone), "DateTime64(3, 'UTC')")}`;
  const date = comparison === '>=' || comparison === '<' ? dayFrom(wall) : dayTo(wall);
  return `${dimension.sql(context)} ${comparison} ${params.add(date, 'Date')}`;
}

function timeCondition(dimension: Dimension, operator: FilterOperator, values: string[], context: ConditionContext) {
  const [first = '', second = first] = values;
  const within = () => `(${rangeSql(dimension, [first, second], context)})`;
  switch (operator) {
    case 'notEquals':
    case 'notInDateRange':
      return `NOT ${within()}`;
    case 'beforeDate':
      return timeBound(dimension, '<', first, context);
    case 'beforeOrOnDate':
      return timeBound(dimension, '<=', first, context);
    case 'afterDate':
      return timeBound(dimension, '>', first, context);
    case 'afterOrOnDate':
      return timeBound(dimension, '>=', first, context);
    default:
      return within();
  }
}

const columnType = (dimension: Dimension): string =>
  dimension.flag ? 'UInt8' : dimension.type === 'number' ? 'Float64' : 'String';

/** A filter's values as the column holds them. */
export const storedValues = (dimension: Dimension, values: readonly string[]): string[] => [
  ...new Set(values.map(dimension.toColumn)),
];

/** Whether the dimension has one of the stored values. */
export function equalsSql(dimension: Dimension, values: readonly string[], context: ConditionContext): string {
  const type = columnType(dimension);
  const stored = type === 'String' ? values : values.map(Number);
  const sql = dimension.sql(context);
  return stored.length === 1
    ? `${sql} = ${context.params.add(stored[0]!, type)}`
    : `${sql} IN ${context.params.add(stored, `Array(${type})`)}`;
}

/** A value as text, as the wire shows it. */
const textSql = (dimension: Dimension, context: ConditionContext): string => {
  const sql = dimension.sql(context);
  return dimension.flag ? `multiIf(${sql} = 1, '1|Yes', ${sql} = 0, '2|No', '')` : `toString(${sql})`;
};

const matching: Partial<Record<FilterOperator, (sql: string, value: string) => string>> = {
  contains: (sql, value) => `positionCaseInsensitiveUTF8(${sql}, ${value}) > 0`,
  startsWith: (sql, value) => `startsWith(lowerUTF8(${sql}), lowerUTF8(${value}))`,
  endsWith: (sql, value) => `endsWith(lowerUTF8(${sql}), lowerUTF8(${value}))`,
};

function matchSql(
  dimension: Dimension,
  operator: FilterOperator,
  values: readonly string[],
  context: ConditionContext,
) {
  const positive = operator.replace(/^not(.)/, (_, first: string) => first.toLowerCase()) as FilterOperator;
  const test = matching[positive]!(textSql(dimension, context), 'value');
  const any = `arrayExists(value -> ${test}, ${context.params.add(values, 'Array(String)')})`;
  return positive === operator ? any : `NOT ${any}`;
}

const comparisons: Partial<Record<FilterOperator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function leafSql({ member: name, operator, values = [] }: NormalizedFilter, context: ConditionContext): string {
  const member = findMember(name)!;
  if (member.kind === 'measure') return member.rows ?? '1';
  const dimension = dimensionOf(name);
  const known = dimension.known?.(context) ?? '1';
  if (operator === 'set') return known;
  if (operator === 'notSet') return `NOT (${known})`;
  if (dimension.type === 'time') return timeCondition(dimension, operator, values, context);
  const comparison = comparisons[operator];
  if (comparison) return `${dimension.sql(context)} ${comparison} ${context.params.add(Number(values[0]), 'Float64')}`;
  if (operator === 'equals' || operator === 'in') return equalsSql(dimension, storedValues(dimension, values), context);
  if (operator === 'notEquals' || operator === 'notIn')
    // An unknown value counts as not equal.
    return `ifNull(NOT (${equalsSql(dimension, storedValues(dimension, values), context)}), 1)`;
  return matchSql(dimension, operator, values, context);
}

/** The SQL condition of a filter on rows. */
export function conditionSql(filter: NormalizedFilterNode, context: ConditionContext): string {
  if ('and' in filter) return `(${filter.and.map((each) => conditionSql(each, context)).join(' AND ')})`;
  if ('or' in filter) return `(${filter.or.map((each) => conditionSql(each, context)).join(' OR ')})`;
  return leafSql(filter, context);
}
