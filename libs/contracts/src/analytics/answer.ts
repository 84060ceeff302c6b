import type { MeasureName } from './names.js';
import type { Granularity, NormalizedQuery, OrderDirection, PivotQuery, QueryType } from './query.js';

export type AnalyticsValue = string | number | null;

/** Keys are member names; a time dimension gives `M.month.month` and `M.month`. Withheld measures are null. */
export type AnalyticsRow = Readonly<Record<string, AnalyticsValue>>;

/**
 * Why a figure is null. `<11`: fewer than about 11 members, even none. `np`: not published. `least`: a share of which only this is
 * published: it is at least about `least` percent.
 */
export type Because = '<11' | 'np' | 'least';

export interface Suppressed {
  /** Index into `data`. */
  row: number;
  members: MeasureName[];
  because: Because;
  /** Whole percent, with `least`. */
  least?: number;
}

/** Figures of these rows are sums of published cells, of which these parts (their values, such as `TAS`) are not published. */
export interface LeftOut {
  row: number;
  parts: string[];
}

/** Shares of these rows are rounded to whole tens: shown as 'about 40 %'. */
export interface Rounded {
  row: number;
  members: MeasureName[];
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
  /** The rest only in answers for employers (docs/privacy.md), where there is something to say. */
  suppressed?: Suppressed[];
  leftOut?: LeftOut[];
  rounded?: Rounded[];
  /** By measure, for each row: a change up to a row's figure that is smaller than this is no clear change. In the measure's unit. */
  margins?: Partial<Record<MeasureName, (number | null)[]>>;
  /** yyyy-MM that what members hold is of: the newest published month of what was asked. */
  figuresOf?: string;
  /** Only quarter ends are published of what was asked; flows are those of the quarter's last month. */
  quarterEnds?: true;
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
