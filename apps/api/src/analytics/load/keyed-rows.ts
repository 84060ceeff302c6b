import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { blendingTime, type LoadQueries } from './load-request.js';

/** Adds the keys by which the client combines several results. */
export function keyed(
  data: LoadResult['data'],
  query: NormalizedQuery,
  { queryType, compared }: Pick<LoadQueries, 'queryType' | 'compared'>,
): LoadResult['data'] {
  if (queryType === 'compareDateRangeQuery') {
    const range = query.timeDimensions[compared!]!.dateRange!.join(' - ');
    return data.map((row) => ({ ...row, compareDateRange: range }));
  }
  if (queryType !== 'blendingQuery') return data;
  const { dimension, granularity } = blendingTime(query)!;
  return data.map((row) => ({ ...row, [`time.${granularity}`]: row[`${dimension}.${granularity}`] ?? null }));
}
