import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { storedValues } from '../compile/condition-sql.js';
import { dimensionOf, findMember, measureOf } from '../model/catalogue.js';
import type { Dimension, Measure } from '../model/cube-member.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';
import { refused } from '../query/bad-query.js';
import type { TimedQuestion } from './closed-months.js';
import { measuresIn } from './published-answer.js';

/** A filter on a public column, which is something that employers know of their members: the stored values that it allows. */
export interface PublicFilter {
  dimension: Dimension;
  values: readonly string[];
}

/** A question about members that an employer may ask. */
export interface EmployerQuestion extends TimedQuestion {
  measures: readonly Measure[];
  /** The query's dimensions, as what they are in the plans asked about. */
  shown: readonly Dimension[];
  filters: readonly PublicFilter[];
  /** Public columns that the answer is broken down by. */
  breakdowns: readonly Dimension[];
  /** Whether the question is about the engaged only, or compares the engaged with the others; null if neither. */
  engaged: 'filter' | 'breakdown' | null;
  /** The one secret column of the question; `wires` are the rows asked for (null: all), `shown` says that it is a breakdown. */
  secret: { dimension: Dimension; wires: readonly AnalyticsValue[] | null; shown: boolean } | null;
  having: readonly NormalizedFilterNode[];
}

/** Whether a question filters or divides plans by a public column that only one payroll tells. */
export const byPayroll = ({ filters, breakdowns }: Pick<EmployerQuestion, 'filters' | 'breakdowns'>): boolean =>
  [...filters.map(({ dimension }) => dimension), ...breakdowns].some(({ amongSeveral }) => amongSeveral !== undefined);

/** Whether a question is about something that happened within its period, such as signing in. */
export const looksBack = ({ secret, measures }: EmployerQuestion): boolean =>
  secret?.dimension.secret?.looksBack === true ||
  measures.some(({ published }) => 'column' in published && published.column.looksBack === true);

const flat = (filter: NormalizedFilterNode): NormalizedFilter[] => {
  if ('and' in filter) return filter.and.flatMap(flat);
  if (!('or' in filter)) return [withBlank(filter)];
  const parts = filter.or.flatMap(flat);
  const [first] = parts;
  const values = parts.flatMap((part) => (part.member === first!.member && isNaming(part) ? [part.values!] : []));
  if (values.length < parts.length)
    throw refused(
      "Filters cannot be joined by 'or' here: ask for each of the groups, or for several values of one filter",
    );
  return [{ member: first!.member, operator: 'equals', values: [...new Set(values.flat())] }];
};

const isNaming = ({ member, operator }: NormalizedFilter): boolean =>
  (operator === 'equals' || operator === 'in') && findMember(member)?.kind === 'dimension' && !isOfTime(member);
const isOfTime = (name: string): boolean => dimensionOf(name).use === 'time';

/** 'Has no value' as the value that stands for it, which is published like any other. */
function withBlank(filter: NormalizedFilter): NormalizedFilter {
  const member = findMember(filter.member);
  if (filter.operator !== 'notSet' || member?.kind !== 'dimension' || member.blank === undefined) return filter;
  return { member: filter.member, operator: 'equals', values: [member.blank] };
}

/** The most columns that one question may combine. The engaged flag counts as one of them. */
const mostColumns = 3;
const mostBreakdowns = 2;
const mostValues = 200;

/** Dimensions that read the same column count as one. */
const columnOf = (dimension: Dimension): string => dimension.sql({ periodFrom: '', timezone: '' });
const isSame = (a: Dimension, b: Dimension): boolean => a.use === b.use && columnOf(a) === columnOf(b);
const isPublic = ({ use }: Dimension): boolean => use === 'public' || use === 'alone';

/**
 * Checks that employers may ask a question about members (docs/privacy.md). `payroll` says what it is asked of: plans whose employers share
 * one payroll, or plans whose employers do not. Throws BadQuery with 403 and a message that says what may be asked.
 */
export function employerQuestion(query: NormalizedQuery, payroll: 'one' | 'several' = 'one'): EmployerQuestion {
  const known = (dimension: Dimension) => (payroll === 'several' && dimension.amongSeveral) || dimension;
  if (query.ungrouped) throw refused('Single members are never listed for employers; ask for a count or an average');
  const { where, having } = splitFilters(query.filters);
  const filters = where.flatMap(flat).map((filter) => ({ filter, dimension: known(filteredBy(filter)) }));
  const named = query.dimensions.map((name) => known(dimensionOf(name)));
  for (const dimension of named) assertShown(dimension);
  const measures = measuresIn({ query, having }).map(measureOf);
  for (const { published } of measures) if (published.as === 'nothing') throw refused(`${published.because}.`);

  const publicFilters = merged(filters.filter(({ dimension }) => isPublic(dimension)));
  const breakdowns = distinct(named.filter(isPublic));
  const engaged = engagedOf(filters, named);
  const secret = secretOf(filters, named);
  if (breakdowns.length + (secret?.shown ? 1 : 0) + (engaged === 'breakdown' ? 1 : 0) > mostBreakdowns)
    throw refused('At most two breakdowns beside time; leave one out');
  const columns = distinct([...publicFilters.map(({ dimension }) => dimension), ...breakdowns]);
  assertFew(columns, engaged !== null);
  assertPublishes(columns, measures, secret);
  if (secret?.dimension.secret?.wholePlanOnly && (columns.length > 0 || engaged !== null))
    throw refused(`'${secret.dimension.name}' is published for the whole plan only`);
  if (secret !== null)
    for (const { name, published } of measures)
      if (published.as !== 'headcount' && published.as !== 'share')
        throw refused(
          payroll === 'several' && hasPayroll(query)
            ? `${severalPayrolls}: '${name}' is published for the whole plan, and by salary group only 'MemberSnapshot.countMembers' and 'MemberSnapshot.shareOfMembers'`
            : `With a flag or a secret category only 'MemberSnapshot.countMembers' and 'MemberSnapshot.shareOfMembers' are published, not '${name}'`,
        );
  return {
    query,
    measures,
    shown: named,
    filters: publicFilters,
    breakdowns,
    engaged,
    secret,
    quarterly: columns.length > 0 || engaged !== null || (secret !== null && !secret.shown),
    times: filters.filter(({ dimension }) => dimension.use === 'time').map(({ filter }) => filter),
    having,
  };
}

/** Why something is not published by salary. */
export const severalPayrolls = 'Salaries of several employers';

/** Whether a query names a column that only one payroll tells. */
const hasPayroll = ({ dimensions, filters }: NormalizedQuery): boolean =>
  [...dimensions, ...filters.flatMap(membersOf)].some((name) => {
    const member = findMember(name);
    return member?.kind === 'dimension' && member.amongSeveral !== undefined;
  });

function assertShown({ name, use }: Dimension): void {
  if (use === 'staff')
    throw refused(`'${name}' singles out members, so it is never published; ask by age group instead`);
}

interface Filtered {
  filter: NormalizedFilter;
  dimension: Dimension;
}

function filteredBy(filter: NormalizedFilter): Dimension {
  const member = findMember(filter.member)!;
  if (member.kind !== 'dimension')
    throw refused(
      `'${filter.operator}' would select single members; filter by gender, age group, salary group or state`,
    );
  assertShown(member);
  if (member.use === 'time') return member;
  if (filter.operator !== 'equals' && filter.operator !== 'in')
    throw refused(`Filters on '${member.name}' may only name values, by 'equals' or 'in'`);
  if (filter.values!.length > mostValues) throw refused(`A filter may name at most ${mostValues} values`);
  return member;
}

const distinct = (dimensions: readonly Dimension[]): Dimension[] =>
  dimensions.filter((dimension, at) => dimensions.findIndex((other) => isSame(other, dimension)) === at);

/** Merges all filters on a column into one, which allows what all of them allow. */
function merged(filters: readonly Filtered[]): PublicFilter[] {
  const found: PublicFilter[] = [];
  for (const { filter, dimension } of filters) {
    const values = storedValues(dimension, filter.values!);
    const at = found.findIndex((each) => isSame(each.dimension, dimension));
    if (at === -1) found.push({ dimension, values });
    else found[at] = { dimension, values: found[at]!.values.filter((value) => values.includes(value)) };
  }
  return found;
}

function engagedOf(filters: readonly Filtered[], named: readonly Dimension[]): EmployerQuestion['engaged'] {
  const filtering = filters.filter(({ dimension }) => dimension.use === 'engaged');
  for (const { filter, dimension } of filtering)
    if (storedValues(dimension, filter.values!).join() !== '1')
      throw refused("A filter on 'Member.engaged' may only ask for those who are; ask by 'Member.engaged' for both");
  if (filtering.length > 0) return 'filter';
  return named.some(({ use }) => use === 'engaged') ? 'breakdown' : null;
}

const oneSecret =
  'Only one flag or secret category at a time: ask for each on its own, or for one within gender, age group, salary group or state';

function secretOf(filters: readonly Filtered[], named: readonly Dimension[]): EmployerQuestion['secret'] {
  const filtering = filters.filter(({ dimension }) => dimension.use === 'secret');
  const shown = named.filter(({ use }) => use === 'secret');
  const all = [...filtering.map(({ dimension }) => dimension), ...shown];
  const [dimension] = all;
  if (dimension === undefined) return null;
  if (all.some((other) => other.name !== dimension.name && !isSame(other, dimension))) throw refused(oneSecret);
  let wires: AnalyticsValue[] | null = null;
  for (const { filter, dimension: of } of filtering) {
    const allowed = wiresOf(of, filter);
    wires = wires === null ? allowed : wires.filter((wire) => allowed.includes(wire));
  }
  return { dimension: shown[0] ?? dimension, wires, shown: shown.length > 0 };
}

/** The wire values that a filter names. Values that do not exist are dropped: for a flag they would read as 'not known'. */
function wiresOf(dimension: Dimension, { values }: NormalizedFilter): AnalyticsValue[] {
  const named = storedValues(dimension, values!).map((value) => dimension.toWire(value));
  return dimension.secret!.rows.flatMap(({ wire }) => (wire !== null && named.includes(wire) ? [wire] : []));
}

function assertPublishes(
  columns: readonly Dimension[],
  measures: readonly Measure[],
  secret: EmployerQuestion['secret'],
): void {
  for (const { name, publishes } of columns) {
    if (publishes === undefined) continue;
    if (secret !== null || measures.some((measure) => !publishes.includes(measure.name)))
      throw refused(
        `By '${name}' only ${publishes.map((measure) => `'${measure}'`).join(' and ')} are published, without a flag or a secret category`,
      );
  }
}

function assertFew(columns: readonly Dimension[], engaged: boolean): void {
  const alone = columns.filter(({ use }) => use === 'alone');
  if (alone.length > 0 && columns.length + (engaged ? 1 : 0) > 1)
    throw refused(
      `'${alone[0]!.name}' stands alone: it is published without gender, age group, salary group, state, engaged or another of its kind`,
    );
  if (columns.length + (engaged ? 1 : 0) > mostColumns)
    throw refused(
      'Filters and breakdowns together may use at most three of gender, age group, salary group, state and engaged; remove one',
    );
}
