import {
  filterOperators,
  type FilterOperator,
  type NormalizedFilter,
  type NormalizedFilterNode,
} from '@superscope/contracts/analytics/query';
import { findMember } from '../model/catalogue.js';
import type { Dimension, Measure } from '../model/cube-member.js';
import { BadQuery, quoted, unknownMember } from './bad-query.js';
import { absoluteRange, type Clock } from './date-range.js';
import { ofFilter, refuseUnknown } from './known-keys.js';

const without = new Set<FilterOperator>(['set', 'notSet', 'measureFilter']);
const ofMeasures = new Set<FilterOperator>(
  'equals notEquals in notIn set notSet gt gte lt lte measureFilter'.split(' ') as FilterOperator[],
);
const ofText = new Set<FilterOperator>(
  'equals notEquals in notIn contains notContains startsWith notStartsWith endsWith notEndsWith set notSet'.split(
    ' ',
  ) as FilterOperator[],
);
const ofNumbers = new Set<FilterOperator>(
  'equals notEquals in notIn set notSet gt gte lt lte'.split(' ') as FilterOperator[],
);
const ofTimes = new Set<FilterOperator>(
  'equals notEquals set notSet inDateRange notInDateRange onTheDate beforeDate beforeOrOnDate afterDate afterOrOnDate'.split(
    ' ',
  ) as FilterOperator[],
);

const operatorsOf = (member: Dimension | Measure): ReadonlySet<FilterOperator> =>
  member.kind === 'measure'
    ? ofMeasures
    : member.type === 'time'
      ? ofTimes
      : member.type === 'number'
        ? ofNumbers
        : ofText;

const deepest = 20;

function valuesOf(given: unknown, member: Dimension | Measure, operator: FilterOperator): string[] {
  const list = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
  if (list.length === 0) throw new BadQuery(`The filter on '${member.name}' has no values`);
  if (list.length > 1000) throw new BadQuery(`The filter on '${member.name}' has more than 1,000 values`);
  return list.map((value) => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new BadQuery(`The filter on '${member.name}' has a value that is neither text nor a number`);
    const text = String(value);
    const numeric = member.kind === 'measure' || member.type === 'number';
    if (numeric && (text.trim() === '' || !Number.isFinite(Number(text))))
      throw new BadQuery(`'${text}' is not a number, as the filter '${operator}' on '${member.name}' needs`);
    return text;
  });
}

/**
 * A filter's dates in absolute form: both ends for operators of ranges and days, otherwise the one end that the operator compares with.
 */
function dateValues(values: string[], operator: FilterOperator, clock: Clock): string[] {
  if (operator === 'inDateRange' || operator === 'notInDateRange')
    return absoluteRange(values.length === 1 ? values[0] : values, clock);
  if (values.length !== 1) throw new BadQuery(`The filter '${operator}' takes one date`);
  const [start, end] = absoluteRange(values[0], clock);
  if (operator === 'beforeDate' || operator === 'afterOrOnDate') return [start];
  return operator === 'beforeOrOnDate' || operator === 'afterDate' ? [end] : [start, end];
}

/**
 * The operator that a null among the values stands for, as Cube's own compiler has it: 'NSW or no state', and 'neither NSW nor no state'.
 * Null for operators that compare with values alone.
 */
function operatorOfNull(operator: FilterOperator): 'notSet' | 'set' | null {
  if (operator === 'equals' || operator === 'in') return 'notSet';
  return operator === 'notEquals' || operator === 'notIn' ? 'set' : null;
}

function leaf(filter: Record<string, unknown>, clock: Clock): NormalizedFilterNode {
  refuseUnknown(filter, ofFilter, 'A filter');
  const name = filter['member'] ?? filter['dimension'];
  if (typeof name !== 'string') throw new BadQuery('Each filter must name its member');
  const member = findMember(name);
  if (!member || member.kind === 'segment') throw unknownMember(name);
  const operator = filter['operator'] as FilterOperator;
  if (!filterOperators.includes(operator)) throw new BadQuery(`${quoted(operator)} is not a filter operator`);
  if (!operatorsOf(member).has(operator)) throw new BadQuery(`'${name}' cannot be filtered by '${operator}'`);
  if (without.has(operator)) return { member: name, operator };
  const given = filter['values'];
  const ofNull = Array.isArray(given) && given.includes(null) ? operatorOfNull(operator) : null;
  if (ofNull === null) return valued(member, operator, given, clock);
  const blank: NormalizedFilter = { member: name, operator: ofNull };
  const others = (given as unknown[]).filter((value) => value !== null);
  if (others.length === 0) return blank;
  const among = valued(member, operator, others, clock);
  return ofNull === 'notSet' ? { or: [among, blank] } : { and: [among, blank] };
}

function valued(member: Dimension | Measure, operator: FilterOperator, given: unknown, clock: Clock): NormalizedFilter {
  const { name } = member;
  const values = valuesOf(given, member, operator);
  if (member.kind === 'dimension' && member.type === 'time')
    return { member: name, operator, values: dateValues(values, operator, clock) };
  return { member: name, operator, values };
}

function node(filter: unknown, clock: Clock, depth: number): NormalizedFilterNode {
  if (typeof filter !== 'object' || filter === null) throw new BadQuery('Each filter must be an object');
  if (depth > deepest) throw new BadQuery(`Filters may be nested at most ${deepest} deep`);
  for (const key of ['and', 'or'] as const) {
    const list = (filter as Record<string, unknown>)[key];
    if (list === undefined) continue;
    if (!Array.isArray(list) || list.length === 0) throw new BadQuery(`'${key}' must be a list of filters`);
    refuseUnknown(filter, [key], 'A group of filters');
    const nodes = list.map((each) => node(each, clock, depth + 1));
    return key === 'and' ? { and: nodes } : { or: nodes };
  }
  return leaf(filter as Record<string, unknown>, clock);
}

/**
 * Splits filters joined by `and` at the top level, and merges values of one member joined by `or` into one filter, so that a plan or a
 * month is found wherever it is.
 */
function flat(filter: NormalizedFilterNode): NormalizedFilterNode[] {
  if ('and' in filter) return filter.and.flatMap(flat);
  if (!('or' in filter)) return [filter];
  const parts = filter.or.map(flat);
  if (parts.length === 1) return parts[0]!;
  const leaves = parts.flat();
  const [first] = leaves as [NormalizedFilterNode, ...NormalizedFilterNode[]];
  const isNaming = (each: NormalizedFilterNode): each is NormalizedFilter =>
    'member' in each && (each.operator === 'equals' || each.operator === 'in') && !isTime(each);
  if (parts.some((part) => part.length > 1) || !leaves.every(isNaming)) return [filter];
  if (leaves.some(({ member }) => member !== (first as NormalizedFilter).member)) return [filter];
  return [{ ...(first as NormalizedFilter), values: [...new Set(leaves.flatMap(({ values }) => values!))] }];
}

/** Whether a filter's values are the two ends of a range. */
const isTime = ({ member: name }: NormalizedFilter): boolean => {
  const member = findMember(name);
  return member?.kind === 'dimension' && member.type === 'time';
};

/** The most conditions of one query, and the most characters of all their values: these travel in the URL of the engine's request. */
const mostConditions = 100;
const mostText = 32_000;

function assertBounded(conditions: readonly NormalizedFilter[]): void {
  if (conditions.length > mostConditions) throw new BadQuery(`A query may have at most ${mostConditions} filters`);
  const text = conditions.reduce((sum, { values = [] }) => sum + values.reduce((all, each) => all + each.length, 0), 0);
  if (text > mostText) throw new BadQuery(`The values of all filters may have at most ${mostText} characters`);
}

export function normalizeFilters(filters: unknown, clock: Clock): NormalizedFilterNode[] {
  if (filters === undefined || filters === null) return [];
  if (!Array.isArray(filters)) throw new BadQuery("'filters' must be a list");
  const given = filters.map((filter) => node(filter, clock, 0));
  assertBounded(given.flatMap(conditionsOf));
  const nodes = given.flatMap(flat);
  for (const each of nodes) {
    const kinds = new Set(conditionsOf(each).map(isCondition));
    if (kinds.size > 1) throw new BadQuery("Measures and dimensions cannot share an 'and' or an 'or'");
  }
  return nodes;
}

const conditionsOf = (filter: NormalizedFilterNode): NormalizedFilter[] =>
  'and' in filter ? filter.and.flatMap(conditionsOf) : 'or' in filter ? filter.or.flatMap(conditionsOf) : [filter];

/** A filter on rows, not on the value of a group's measure. */
const isCondition = (filter: NormalizedFilter): boolean =>
  filter.operator === 'measureFilter' || findMember(filter.member)?.kind === 'dimension';

export const membersOf = (filter: NormalizedFilterNode): string[] =>
  conditionsOf(filter).map((condition) => condition.member);

/** Separates filters on rows from those on measures, which are applied after suppression. */
export function splitFilters(filters: readonly NormalizedFilterNode[]) {
  const onRows = (filter: NormalizedFilterNode) => isCondition(conditionsOf(filter)[0]!);
  return {
    where: filters.filter(onRows),
    having: filters.filter((filter) => !onRows(filter)),
  };
}
