import type { DimensionName, MeasureName, SegmentName, TimeDimensionName } from './names.js';

export const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Granularity = (typeof granularities)[number];

export const filterOperators = [
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'set',
  'notSet',
  'gt',
  'gte',
  'lt',
  'lte',
  'inDateRange',
  'notInDateRange',
  'onTheDate',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
  'measureFilter',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

export interface MemberFilter {
  member: DimensionName | MeasureName;
  operator: FilterOperator;
  values?: readonly (string | number | boolean | null)[];
}
export type AnalyticsFilter = MemberFilter | { and: readonly AnalyticsFilter[] } | { or: readonly AnalyticsFilter[] };

/** 'last 12 months', 'from 90 days ago to now', 'today', one day, or a pair of dates. */
export type DateRange = string | readonly [string, string];

export interface QueryTimeDimension {
  dimension: TimeDimensionName;
  granularity?: Granularity;
  dateRange?: DateRange;
  compareDateRange?: readonly DateRange[];
}

export type OrderDirection = 'asc' | 'desc';

export interface AnalyticsQuery {
  measures?: readonly MeasureName[];
  dimensions?: readonly DimensionName[];
  segments?: readonly SegmentName[];
  filters?: readonly AnalyticsFilter[];
  timeDimensions?: readonly QueryTimeDimension[];
  order?: Readonly<Record<string, OrderDirection>> | readonly (readonly [string, OrderDirection])[];
  /** At most 50,000; 10,000 unless told. */
  limit?: number;
  offset?: number;
  /** Answer with the number of rows before limit and offset. */
  total?: boolean;
  /** IANA name; Australia/Sydney unless told. Months ignore it. */
  timezone?: string;
  /** Staff audience only. */
  ungrouped?: boolean;
}

/** Body of POST load; GET carries the same as query parameters. */
export interface LoadRequest {
  query: AnalyticsQuery | readonly AnalyticsQuery[];
  queryType?: 'multi';
}

export interface NormalizedFilter {
  member: string;
  operator: FilterOperator;
  values?: string[];
}
export type NormalizedFilterNode = NormalizedFilter | { and: NormalizedFilterNode[] } | { or: NormalizedFilterNode[] };

export interface NormalizedTimeDimension {
  dimension: string;
  granularity?: Granularity;
  /** Absolute: start T00:00:00.000, end T23:59:59.999. */
  dateRange?: [string, string];
}

export interface NormalizedQuery {
  measures: string[];
  dimensions: string[];
  segments: string[];
  filters: NormalizedFilterNode[];
  timeDimensions: NormalizedTimeDimension[];
  order: { id: string; desc: boolean }[];
  limit: number;
  rowLimit: number;
  offset?: number;
  total?: boolean;
  timezone: string;
  ungrouped?: boolean;
}

export type QueryType = 'regularQuery' | 'compareDateRangeQuery' | 'blendingQuery';

export type PivotQuery = Pick<NormalizedQuery, 'measures' | 'dimensions' | 'segments' | 'timeDimensions'> &
  Partial<NormalizedQuery> & { queryType: QueryType };

/** Header that opens the language and the answers for staff's own tools, for the roles that may: `staff`. */
export const audienceHeader = 'x-audience';
