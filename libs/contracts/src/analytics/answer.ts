import { z } from 'zod';
import { measureName } from './names.js';
import { granularities, normalizedQuery, pivotQuery, queryType } from './query.js';

const analyticsValue = z.union([z.string(), z.number(), z.null()]);
export type AnalyticsValue = z.infer<typeof analyticsValue>;

/** Keys are member names; a time dimension gives `M.month.month` and `M.month`. Withheld measures are null. */
const analyticsRow = z.record(z.string(), analyticsValue).readonly();
export type AnalyticsRow = z.infer<typeof analyticsRow>;

/**
 * Why a figure is null. `<11`: fewer than about 11 members, even none. `np`: not published. `least`: a share of which only this is
 * published: it is at least about `least` percent.
 */
const because = z.enum(['<11', 'np', 'least']);
export type Because = z.infer<typeof because>;

const suppressed = z.object({
  /** Index into `data`. */
  row: z.number(),
  members: z.array(measureName),
  because,
  /** Whole percent, with `least`. */
  least: z.number().optional(),
});
export type Suppressed = z.infer<typeof suppressed>;

/** Figures of these rows are sums of published cells, of which these parts (their values, such as `TAS`) are not published. */
const leftOut = z.object({ row: z.number(), parts: z.array(z.string()) });
export type LeftOut = z.infer<typeof leftOut>;

/** Shares of these rows are rounded to whole tens: shown as 'about 40 %'. */
const rounded = z.object({ row: z.number(), members: z.array(measureName) });
export type Rounded = z.infer<typeof rounded>;

const memberAnnotation = z.object({
  title: z.string(),
  shortTitle: z.string(),
  type: z.enum(['number', 'string', 'time', 'boolean']),
  format: z.enum(['currency', 'percent', 'number']).optional(),
  granularity: z.object({ name: z.enum(granularities), title: z.string(), interval: z.string() }).optional(),
});
export type MemberAnnotation = z.infer<typeof memberAnnotation>;

const annotations = z.record(z.string(), memberAnnotation);
const annotation = z.object({
  measures: annotations,
  dimensions: annotations,
  segments: annotations,
  timeDimensions: annotations,
});
export type Annotation = z.infer<typeof annotation>;

/** The bare answer to a query that does not say `queryType=multi`. */
export const loadResult = z
  .object({
    query: normalizedQuery,
    data: z.array(analyticsRow),
    annotation,
    lastRefreshTime: z.string(),
    dataSource: z.literal('default'),
    dbType: z.literal('clickhouse'),
    external: z.literal(false),
    slowQuery: z.literal(false),
    /** Rows before limit and offset, where the query asked for it. */
    total: z.number().nullable(),
    // The rest stands only in answers for employers (docs/privacy.md), where there is something to say.
    suppressed: z.array(suppressed).optional(),
    leftOut: z.array(leftOut).optional(),
    rounded: z.array(rounded).optional(),
    /** By measure, for each row: a change up to a row's figure that is smaller than this is no clear change. In the measure's unit. */
    margins: z.partialRecord(measureName, z.array(z.number().nullable())).optional(),
    /** yyyy-MM that what members hold is of: the newest published month of what was asked. */
    figuresOf: z.string().optional(),
    /** Only quarter ends are published of what was asked; flows are those of the quarter's last month. */
    quarterEnds: z.literal(true).optional(),
  })
  .meta({ id: 'LoadResult' });
export type LoadResult = z.infer<typeof loadResult>;

/** Answer with `queryType=multi`; without it the bare first result. */
export const loadAnswer = z
  .object({
    queryType,
    results: z.array(loadResult),
    pivotQuery,
    slowQuery: z.literal(false),
  })
  .meta({ id: 'LoadAnswer' });
export type LoadAnswer = z.infer<typeof loadAnswer>;

export const dryRunAnswer = z.object({
  queryType,
  normalizedQueries: z.array(normalizedQuery),
  queryOrder: z.array(z.record(z.string(), z.enum(['asc', 'desc']))),
  transformedQueries: z.array(z.record(z.string(), z.unknown())),
  pivotQuery,
});
export type DryRunAnswer = z.infer<typeof dryRunAnswer>;

const statement = z.object({
  sql: z.object({
    /** The statement, and the values of its parameters by their names in it. */
    sql: z.tuple([z.string(), z.record(z.string(), z.unknown())]),
  }),
});
/** One statement, or several where the query is several or compares ranges. */
export const sqlAnswer = z.union([statement, z.array(statement)]).meta({ id: 'SqlAnswer' });
export type SqlAnswer = z.infer<typeof sqlAnswer>;

/** Body of every answer of the query service from 400 on. */
export const analyticsProblem = z
  .object({ type: z.literal('UserError').optional(), error: z.string() })
  .meta({ id: 'AnalyticsProblem' });
export type AnalyticsProblem = z.infer<typeof analyticsProblem>;
