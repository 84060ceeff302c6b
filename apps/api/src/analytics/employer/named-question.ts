import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { keyValues, type Stored } from '../answer/shape-answer.js';
import { isTimeMember, isTimeNode } from '../compile/months.js';
import { dimensionOf, findMember } from '../model/catalogue.js';
import { refused } from '../query/bad-query.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';
import type { MonthBucket, TimedQuestion } from './closed-months.js';

// Things that the fund defines for everybody, such as member categories and assets, and their members. Figures of members are published as
// at quarter ends.

/** A question that an employer may ask about such things. */
export interface NamedQuestion extends TimedQuestion {
  /** Conditions on the fund's definitions. All such conditions are allowed. */
  filters: readonly NormalizedFilterNode[];
  having: readonly NormalizedFilterNode[];
}

const flat = (filter: NormalizedFilterNode): NormalizedFilter[] => {
  if ('or' in filter) throw refused("Conditions on months cannot be joined by 'or' here");
  return 'and' in filter ? filter.and.flatMap(flat) : [filter];
};

/** Checks a question's conditions. Throws BadQuery with 403 and a message that says what may be asked. */
export function namedQuestion(query: NormalizedQuery, counted: string): NamedQuestion {
  if (query.ungrouped) throw refused(`Members are counted by ${counted}, never listed; leave out 'ungrouped'`);
  const { where, having } = splitFilters(query.filters);
  const filters = where.filter((filter) => !isTimeNode(filter));
  for (const name of filters.flatMap(membersOf)) {
    if (isTimeMember(name)) throw refused("A condition on months cannot share an 'or' with others");
    if (findMember(name)!.kind === 'measure') throw refused(`'measureFilter' on '${name}' would select members`);
  }
  return { query, filters, times: where.filter(isTimeNode).flatMap(flat), quarterly: true, having };
}

/** One of these things. */
export interface Named {
  planId: string;
  name: string;
  /** Stored values by column. */
  columns: Readonly<Record<string, Stored>>;
}

/** The things that one row of an answer is about. */
export interface NamedGroup<Of extends Named> {
  keys: Record<string, AnalyticsValue>;
  bucket: MonthBucket | null;
  all: Of[];
}

/** Groups things by the query's dimensions. `buckets` is null if no month is read. */
export function groupsOf<Of extends Named>(
  query: NormalizedQuery,
  all: readonly Of[],
  buckets: readonly MonthBucket[] | null,
): Iterable<NamedGroup<Of>> {
  const groups = new Map<string, NamedGroup<Of>>();
  for (const bucket of buckets ?? (isTimed(query) ? [] : [null]))
    for (const each of all) {
      const keys = keysOf(query, bucket, each);
      const id = JSON.stringify(keys);
      const group = groups.get(id) ?? { keys, bucket, all: [] };
      groups.set(id, group);
      group.all.push(each);
    }
  if (groups.size === 0 && query.dimensions.length === 0 && !isTimed(query))
    groups.set('', { keys: {}, bucket: null, all: [] });
  return groups.values();
}

/** The name of a part that is left out of a sum. It includes the plan if the sum spans several plans. */
export const nameAmong = (all: readonly Named[], { planId, name }: Named): string =>
  all.every((each) => each.planId === planId) ? name : `${planId}, ${name}`;

const isTimed = ({ timeDimensions, dimensions }: NormalizedQuery): boolean =>
  timeDimensions.some(({ granularity }) => granularity) || dimensions.some((name) => dimensionOf(name).use === 'time');

const noSql = { periodFrom: '', timezone: '' };
const firstOf = (month: string): string => `${month}-01`;

function keysOf(query: NormalizedQuery, bucket: MonthBucket | null, { columns }: Named) {
  const row: Record<string, AnalyticsValue> = {};
  for (const { dimension, granularity } of query.timeDimensions)
    if (granularity) keyValues({ dimension: dimensionOf(dimension), granularity }, firstOf(bucket!.start!), row);
  for (const dimension of query.dimensions.map(dimensionOf))
    keyValues({ dimension }, dimension.use === 'time' ? firstOf(bucket!.stock) : columns[dimension.sql(noSql)]!, row);
  return row;
}
