import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { keyValues, type Stored } from '../answer/shape-answer.js';
import { dimensionOf } from '../model/catalogue.js';
import type { MonthBucket } from './closed-months.js';

/** Something that the fund defines for everybody, such as a member category. */
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
