import type { NormalizedQuery, PivotQuery, QueryType } from '@superscope/contracts/analytics/query';
import { deepestJson, isDeeperThan } from '../../platform/http/nesting.js';
import { unfitText } from '../../platform/endpoint/unfit-text.js';
import { BadQuery } from '../query/bad-query.js';
import { normalize } from '../query/normalize.js';

/** The normalised queries of a request. */
export interface LoadQueries {
  queryType: QueryType;
  queries: NormalizedQuery[];
  pivotQuery: PivotQuery;
  /** Index of the time dimension whose ranges are compared; null if none are. */
  compared: number | null;
}

/** Parses `query`, which is JSON text in a URL and the value itself in a body. Throws BadQuery. */
export function parseQuery(query: unknown): unknown {
  if (query === undefined || query === null) throw new BadQuery("The request has no 'query'");
  const value = typeof query === 'string' ? parsed(query) : query;
  assertShallow(value);
  // A body's texts have been checked with the request.
  const unfit = typeof query === 'string' ? unfitText(value) : null;
  if (unfit !== null) throw new BadQuery(unfit.message);
  return value;
}

/** A query's text, which is part of its key in the answer cache. */
export function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  assertShallow(query);
  return JSON.stringify(query ?? null);
}

function assertShallow(query: unknown): void {
  if (isDeeperThan(deepestJson, query)) throw new BadQuery(`A query may be nested at most ${deepestJson} deep`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new BadQuery("'query' is not JSON");
  }
}

const mostQueries = 20;

/** Checks a request's one query or several. Throws BadQuery. */
export function loadQueries(query: unknown, now: Date): LoadQueries {
  if (!Array.isArray(query)) {
    const queries = normalize(query, now);
    const compared = comparedBy(query);
    const compares = compared !== null;
    const queryType = compares ? 'compareDateRangeQuery' : 'regularQuery';
    const [first] = queries as [NormalizedQuery, ...NormalizedQuery[]];
    const pivot = compares ? { ...first, dimensions: ['compareDateRange', ...first.dimensions] } : first;
    return { queryType, queries, pivotQuery: { ...pivot, queryType }, compared };
  }
  if (query.length === 0 || query.length > mostQueries)
    throw new BadQuery(`A request must have 1 to ${mostQueries} queries`);
  if (query.some((each) => comparedBy(each) !== null))
    throw new BadQuery("'compareDateRange' cannot be used with several queries");
  // None of them compares ranges, so each becomes one query.
  const queries = query.flatMap((each) => normalize(each, now));
  return { queryType: 'blendingQuery', queries, pivotQuery: blendingPivot(queries), compared: null };
}

function comparedBy(query: unknown): number | null {
  const entries = (query as { timeDimensions?: unknown })?.timeDimensions;
  if (!Array.isArray(entries)) return null;
  const at = entries.findIndex((each) => Array.isArray((each as Record<string, unknown> | null)?.['compareDateRange']));
  return at === -1 ? null : at;
}

/** The time dimension by which several queries are combined. */
export const blendingTime = (query: NormalizedQuery) => query.timeDimensions.find((time) => time.granularity);

function blendingPivot(queries: readonly NormalizedQuery[]): PivotQuery {
  const granularities = new Set(queries.map((query) => blendingTime(query)?.granularity));
  const [granularity] = granularities;
  if (granularities.size !== 1 || granularity === undefined)
    throw new BadQuery('Several queries need a time dimension each, with the same granularity');
  const [first] = queries as [NormalizedQuery, ...NormalizedQuery[]];
  return {
    queryType: 'blendingQuery',
    measures: [...new Set(queries.flatMap((query) => query.measures))],
    dimensions: [...new Set(queries.flatMap((query) => query.dimensions))],
    segments: [...new Set(queries.flatMap((query) => query.segments))],
    timeDimensions: [{ ...blendingTime(first)!, dimension: 'time' }],
  };
}
