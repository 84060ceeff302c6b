import { z } from 'zod';
import { dimensionName, measureName, segmentName, timeDimensionName } from './names.js';

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

const memberFilter = z.strictObject({
  member: z.union([dimensionName, measureName]),
  operator: z.enum(filterOperators),
  values: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .readonly()
    .optional(),
});
export type MemberFilter = z.infer<typeof memberFilter>;

export type AnalyticsFilter = MemberFilter | { and: readonly AnalyticsFilter[] } | { or: readonly AnalyticsFilter[] };

const analyticsFilter: z.ZodType<AnalyticsFilter> = z
  .lazy(() =>
    z.union([
      memberFilter,
      z.strictObject({ and: z.array(analyticsFilter).readonly() }),
      z.strictObject({ or: z.array(analyticsFilter).readonly() }),
    ]),
  )
  .meta({ id: 'AnalyticsFilter' });

/** 'last 12 months', 'from 90 days ago to now', 'today', one day, or a pair of dates. */
const dateRange = z.union([z.string(), z.tuple([z.string(), z.string()]).readonly()]);

const queryTimeDimension = z.strictObject({
  dimension: timeDimensionName,
  granularity: z.enum(granularities).optional(),
  dateRange: dateRange.optional(),
  compareDateRange: z.array(dateRange).readonly().optional(),
});

const orderDirection = z.enum(['asc', 'desc']);

export const analyticsQuery = z
  .strictObject({
    measures: z.array(measureName).readonly().optional(),
    dimensions: z.array(dimensionName).readonly().optional(),
    segments: z.array(segmentName).readonly().optional(),
    filters: z.array(analyticsFilter).readonly().optional(),
    timeDimensions: z.array(queryTimeDimension).readonly().optional(),
    order: z
      .union([
        z.record(z.string(), orderDirection).readonly(),
        z.array(z.tuple([z.string(), orderDirection]).readonly()).readonly(),
      ])
      .optional(),
    /** At most 50,000; 10,000 by default. */
    limit: z.number().optional(),
    offset: z.number().optional(),
    /** Whether the answer includes the number of rows before limit and offset. */
    total: z.boolean().optional(),
    /** IANA name; Australia/Sydney by default. Months ignore it. */
    timezone: z.string().optional(),
    /** Staff audience only. */
    ungrouped: z.boolean().optional(),
  })
  .meta({ id: 'AnalyticsQuery' });
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

const normalizedFilter = z.object({
  member: z.string(),
  operator: z.enum(filterOperators),
  values: z.array(z.string()).optional(),
});
export type NormalizedFilter = z.infer<typeof normalizedFilter>;

export type NormalizedFilterNode = NormalizedFilter | { and: NormalizedFilterNode[] } | { or: NormalizedFilterNode[] };

const normalizedFilterNode: z.ZodType<NormalizedFilterNode> = z
  .lazy(() =>
    z.union([
      normalizedFilter,
      z.object({ and: z.array(normalizedFilterNode) }),
      z.object({ or: z.array(normalizedFilterNode) }),
    ]),
  )
  .meta({ id: 'NormalizedFilter' });

const normalizedTimeDimension = z.object({
  dimension: z.string(),
  granularity: z.enum(granularities).optional(),
  /** Absolute: start T00:00:00.000, end T23:59:59.999. */
  dateRange: z.tuple([z.string(), z.string()]).optional(),
});
export type NormalizedTimeDimension = z.infer<typeof normalizedTimeDimension>;

export const normalizedQuery = z.object({
  measures: z.array(z.string()),
  dimensions: z.array(z.string()),
  segments: z.array(z.string()),
  filters: z.array(normalizedFilterNode),
  timeDimensions: z.array(normalizedTimeDimension),
  order: z.array(z.object({ id: z.string(), desc: z.boolean() })),
  limit: z.number(),
  rowLimit: z.number(),
  offset: z.number().optional(),
  total: z.boolean().optional(),
  timezone: z.string(),
  ungrouped: z.boolean().optional(),
});
export type NormalizedQuery = z.infer<typeof normalizedQuery>;

export const queryType = z.enum(['regularQuery', 'compareDateRangeQuery', 'blendingQuery']);
export type QueryType = z.infer<typeof queryType>;

export const pivotQuery = normalizedQuery
  .partial()
  .required({ measures: true, dimensions: true, segments: true, timeDimensions: true })
  .extend({ queryType });
export type PivotQuery = z.infer<typeof pivotQuery>;
