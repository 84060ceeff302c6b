import type { MeasureName } from './names.js';
import type { Granularity, NormalizedQuery, OrderDirection, PivotQuery, QueryType } from './query.js';

export type AnalyticsValue = string | number | null;

/** Keys are member names; a time dimension gives `M.month.month` and `M.month`. Withheld measures are null. */
export type AnalyticsRow = Readonly<Record<string, AnalyticsValue>>;

/**
 * Why a figure is null. `small`: it is of 1 to 10 members, shown "<11". `withheld`: publishing it would reveal a small one, shown
 * "np"; with `row` null, whatever rows were published would. `filter`: the filter leaves out, or leaves in, 1 to 10 members, so the filtered answer is withheld as a whole.
 */
export type SuppressionReason = 'small' | 'withheld' | 'filter';

/** What may still be said about a flag's share of the members whose flag is known. Whole percent. */
export type CodedShare =
  | { kind: 'below' }
  /** "at least x %" */
  | { kind: 'atLeast'; percent: number }
  /** "about x %": where the few members whose flag is not known would show from an exact share. */
  | { kind: 'about'; percent: number };

export interface Suppressed {
  /** Index into `data`; null where rows are withheld as a whole. */
  row: number | null;
  members: MeasureName[];
  reason: SuppressionReason;
  /** Only in tables by one flag (and time): on each row of that flag's table. It is the share of `1|Yes`. */
  share?: CodedShare;
  /** A sentence to show, where the whole answer is withheld. */
  message?: string;
}

export interface MemberAnnotation {
  title: string;
  shortTitle: string;
  type: 'number' | 'string' | 'time' | 'boolean';
  format?: 'currency' | 'percent' | 'number';
  granularity?: { name: Granularity; title: string; interval: string };
}

export interface Annotation {
  measures: Record<string, MemberAnnotation>;
  dimensions: Record<string, MemberAnnotation>;
  segments: Record<string, MemberAnnotation>;
  timeDimensions: Record<string, MemberAnnotation>;
}

export interface LoadResult {
  query: NormalizedQuery;
  data: AnalyticsRow[];
  annotation: Annotation;
  lastRefreshTime: string;
  dataSource: 'default';
  dbType: 'clickhouse';
  external: false;
  slowQuery: false;
  /** Rows before limit and offset, where the query asked for it. */
  total: number | null;
  /** Only in answers under the employer rule that withhold something. */
  suppressed?: Suppressed[];
}

/** Answer with `queryType=multi`; without it the bare first result. */
export interface LoadAnswer {
  queryType: QueryType;
  results: LoadResult[];
  pivotQuery: PivotQuery;
  slowQuery: false;
}

export interface DryRunAnswer {
  queryType: QueryType;
  normalizedQueries: NormalizedQuery[];
  queryOrder: Record<string, OrderDirection>[];
  transformedQueries: Record<string, unknown>[];
  pivotQuery: PivotQuery;
}

export interface AnalyticsProblem {
  type?: 'UserError';
  error: string;
}
