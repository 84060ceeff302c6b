import {
  granularities,
  type Granularity,
  type NormalizedQuery,
  type NormalizedTimeDimension,
} from '@superscope/contracts/analytics/query';
import { findMember } from '../model/catalogue.js';
import type { Member, Source } from '../model/cube-member.js';
import { BadQuery, quoted, unknownMember } from './bad-query.js';
import { absoluteRange, type Clock } from './date-range.js';
import { ofQuery, ofTimeDimension, refuseUnknown } from './known-keys.js';
import { membersOf, normalizeFilters } from './normalize-filters.js';
import { namedTimezone } from './wall-time.js';

const defaultLimit = 10_000;
const maximumLimit = 50_000;
/** The fund's dates are dates in Sydney, and so are relative ranges unless the query names a timezone. */
const defaultTimezone = 'Australia/Sydney';

type Raw = Record<string, unknown>;

const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

/** More names than the catalogue has members must be a mistake. */
const mostNames = 200;
const mostTimes = 10;
/** Each range becomes a statement. */
const mostRanges = 20;

function names(query: Raw, key: string, kind: 'measure' | 'dimension' | 'segment'): string[] {
  const given = query[key] ?? [];
  if (!Array.isArray(given) || given.some((name) => typeof name !== 'string'))
    throw new BadQuery(`'${key}' must be a list of names`);
  if (given.length > mostNames) throw new BadQuery(`'${key}' may have at most ${mostNames} names`);
  for (const name of given as string[]) if (findMember(name)?.kind !== kind) throw unknownMember(name, kind);
  return [...new Set(given as string[])];
}

function wholeNumber(query: Raw, key: string): number | undefined {
  const value = query[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new BadQuery(`'${key}' must be a whole number`);
  return value;
}

function yes(query: Raw, key: string): boolean {
  const value = query[key] ?? false;
  if (typeof value !== 'boolean') throw new BadQuery(`'${key}' must be true or false`);
  return value;
}

/** One entry of timeDimensions. `compare` holds the ranges of compareDateRange, if there are any. */
interface TimeEntry {
  dimension: NormalizedTimeDimension;
  compare: [string, string][] | null;
}

function timeEntry(entry: unknown, clock: Clock): TimeEntry {
  if (!isRecord(entry) || typeof entry['dimension'] !== 'string')
    throw new BadQuery("Each of 'timeDimensions' must name its dimension");
  refuseUnknown(entry, ofTimeDimension, 'A time dimension');
  const { dimension: name, granularity, dateRange, compareDateRange } = entry;
  const member = findMember(name);
  if (member?.kind !== 'dimension' || member.type !== 'time') throw unknownMember(name, 'time dimension');
  if (granularity !== undefined && granularity !== null && !granularities.includes(granularity as Granularity))
    throw new BadQuery(`${quoted(granularity)} is not a granularity`);
  const dimension: NormalizedTimeDimension = { dimension: name };
  if (granularity) dimension.granularity = granularity as Granularity;
  if (compareDateRange !== undefined && compareDateRange !== null) {
    if (!Array.isArray(compareDateRange) || compareDateRange.length === 0)
      throw new BadQuery("'compareDateRange' must be a list of date ranges");
    if (compareDateRange.length > mostRanges)
      throw new BadQuery(`'compareDateRange' may have at most ${mostRanges} ranges`);
    if (dateRange) throw new BadQuery("Give either 'dateRange' or 'compareDateRange'");
    return { dimension, compare: compareDateRange.map((range) => absoluteRange(range, clock)) };
  }
  if (dateRange !== undefined && dateRange !== null) dimension.dateRange = absoluteRange(dateRange, clock);
  return { dimension, compare: null };
}

function orderPairs(order: unknown): [string, unknown][] | null {
  if (order === undefined || order === null) return null;
  if (Array.isArray(order)) {
    if (order.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string')) return order as [string, unknown][];
    if (order.every((item) => isRecord(item) && typeof item['id'] === 'string'))
      return (order as Raw[]).map((item) => [item['id'] as string, item['desc'] === true ? 'desc' : 'asc']);
  } else if (isRecord(order)) return Object.entries(order);
  throw new BadQuery("'order' must be an object or a list of pairs");
}

function normalizeOrder(query: Raw, selected: Pick<NormalizedQuery, 'measures' | 'dimensions' | 'timeDimensions'>) {
  const { measures, dimensions, timeDimensions } = selected;
  const bucket = timeDimensions.find((time) => time.granularity);
  const pairs = orderPairs(query['order']);
  if (pairs === null || pairs.length === 0) {
    if (bucket) return [{ id: bucket.dimension, desc: false }];
    if (measures[0] !== undefined) return [{ id: measures[0], desc: true }];
    return dimensions[0] === undefined ? [] : [{ id: dimensions[0], desc: false }];
  }
  if (pairs.length > mostNames) throw new BadQuery(`'order' may have at most ${mostNames} entries`);
  const order: { id: string; desc: boolean }[] = [];
  for (const [given, direction] of pairs) {
    if (direction === 'none') continue;
    if (direction !== 'asc' && direction !== 'desc')
      throw new BadQuery(`Order is 'asc' or 'desc', not ${quoted(direction)}`);
    // The client may also name a bucket as its key in rows: with its granularity.
    const id = bucket && given === `${bucket.dimension}.${bucket.granularity}` ? bucket.dimension : given;
    if (!findMember(id)) throw unknownMember(given);
    if (!measures.includes(id) && !dimensions.includes(id) && bucket?.dimension !== id)
      throw new BadQuery(`The query is ordered by '${given}', which it does not select`, 400, true);
    order.push({ id, desc: direction === 'desc' });
  }
  return order;
}

/** Every member that a query names anywhere. */
function* membersNamedIn({ measures, dimensions, segments, timeDimensions, filters }: NormalizedQuery) {
  for (const name of measures) yield findMember(name)!;
  for (const name of dimensions) yield findMember(name)!;
  for (const name of segments) yield findMember(name)!;
  for (const { dimension } of timeDimensions) yield findMember(dimension)!;
  for (const filter of filters) for (const name of membersOf(filter)) yield findMember(name)!;
}

/** A plan means the same in every cube. */
const isOfAnyCube = (member: Member): boolean => member.kind === 'dimension' && member.use === 'plan';

function assertOneSource(query: NormalizedQuery): void {
  let first: Member | null = null;
  for (const member of membersNamedIn(query)) {
    if (isOfAnyCube(member)) continue;
    first ??= member;
    if (member.source !== first.source)
      throw new BadQuery(`'${first.name}' and '${member.name}' cannot be asked for in one query`, 400, true);
  }
}

/** The source that a query reads: that of its members. A plan belongs to every source, so it decides only if nothing else is named. */
export function sourceOf(query: NormalizedQuery): Source {
  let source: Source | null = null;
  for (const member of membersNamedIn(query)) {
    if (!isOfAnyCube(member)) return member.source;
    source ??= member.source;
  }
  return source!;
}

/** Validates a query and brings it to its normal form. A query with compareDateRange becomes one query for each range. Throws BadQuery. */
export function normalize(raw: unknown, now: Date): NormalizedQuery[] {
  if (!isRecord(raw)) throw new BadQuery('A query must be an object');
  refuseUnknown(raw, ofQuery, 'A query');
  const given = raw['timezone'] ?? defaultTimezone;
  if (typeof given !== 'string') throw new BadQuery("'timezone' must be the name of a timezone");
  const timezone = namedTimezone(given);
  const clock = { now, timezone };
  const entries = raw['timeDimensions'] ?? [];
  if (!Array.isArray(entries)) throw new BadQuery("'timeDimensions' must be a list");
  if (entries.length > mostTimes) throw new BadQuery(`'timeDimensions' may have at most ${mostTimes} entries`);
  const times = entries.map((entry) => timeEntry(entry, clock));
  if (times.filter((time) => time.dimension.granularity).length > 1)
    throw new BadQuery('Only one time dimension of a query may have a granularity');
  if (times.filter((time) => time.compare).length > 1)
    throw new BadQuery('Only one time dimension of a query may compare date ranges');
  const selected = {
    measures: names(raw, 'measures', 'measure'),
    dimensions: names(raw, 'dimensions', 'dimension'),
    timeDimensions: times.map((time) => time.dimension),
  };
  if (selected.measures.length + selected.dimensions.length === 0 && !times.some((time) => time.dimension.granularity))
    throw new BadQuery('A query needs measures, dimensions, or a time dimension with a granularity');
  const limit = wholeNumber(raw, 'limit') ?? wholeNumber(raw, 'rowLimit') ?? defaultLimit;
  if (limit > maximumLimit) throw new BadQuery(`'limit' may be at most ${maximumLimit}`);
  const offset = wholeNumber(raw, 'offset');
  const query: NormalizedQuery = {
    ...selected,
    segments: names(raw, 'segments', 'segment'),
    filters: normalizeFilters(raw['filters'], clock),
    order: normalizeOrder(raw, selected),
    limit,
    rowLimit: limit,
    timezone,
    ...(offset === undefined ? {} : { offset }),
    ...(yes(raw, 'total') ? { total: true } : {}),
    ...(yes(raw, 'ungrouped') ? { ungrouped: true } : {}),
  };
  assertOneSource(query);
  const ranges = times.find((time) => time.compare)?.compare;
  if (!ranges) return [query];
  return ranges.map((dateRange) => ({
    ...query,
    timeDimensions: times.map((time) => (time.compare ? { ...time.dimension, dateRange } : time.dimension)),
  }));
}
