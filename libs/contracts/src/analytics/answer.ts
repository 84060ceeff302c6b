import { z } from 'zod';
import { lookBacks } from './look-back.js';
import { measureName } from './names.js';
import { granularities, normalizedQuery, pivotQuery, queryType } from './query.js';

const analyticsValue = z.union([z.string(), z.number(), z.null()]);
export type AnalyticsValue = z.infer<typeof analyticsValue>;

/** Keys are member names; a time dimension gives `M.month.month` and `M.month`. Withheld measures are null. */
const analyticsRow = z.record(z.string(), analyticsValue).readonly();
export type AnalyticsRow = z.infer<typeof analyticsRow>;

/**
 * Why a figure is null. `<11`: it counts fewer than about 11 members, or none. `np`: it is not published. `least`: all that is published
 * of the share is that it is at least about `least` percent.
 */
const because = z.enum(['<11', 'np', 'least']);
export type Because = z.infer<typeof because>;

const suppressed = z.object({
  /** Index into `data`. */
  row: z.number(),
  members: z.array(measureName),
  because,
  /** The published lower bound in whole percent, if `because` is `least`. */
  least: z.number().optional(),
});
export type Suppressed = z.infer<typeof suppressed>;

/**
 * A row whose figures are sums of published cells only. The cells of `parts` (values such as `TAS`) are not published, so the sums lack
 * them.
 */
const leftOut = z.object({ row: z.number(), parts: z.array(z.string()) });

/** A row whose shares are rounded to whole tens of percent and shown as 'about 40 %'. */
const rounded = z.object({ row: z.number(), members: z.array(measureName) });

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

/** Answer to a query without `queryType=multi`. */
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
    /** Number of rows before limit and offset, if the query asked for it. */
    total: z.number().nullable(),
    // Only answers for employers have the fields below, each where it applies (docs/privacy.md).
    suppressed: z.array(suppressed).optional(),
    leftOut: z.array(leftOut).optional(),
    rounded: z.array(rounded).optional(),
    /**
     * By measure, one margin for each row, in the measure's unit. A change up to the row's figure that is smaller than the margin is not a
     * clear change.
     */
    margins: z.partialRecord(measureName, z.array(z.number().nullable())).optional(),
    /** yyyy-MM of figures about what members hold: the newest published month of the range that the query asks for. */
    figuresOf: z.string().optional(),
    /** Only quarter ends of these figures are published. Their flows are those of the quarter's last month. */
    quarterEnds: z.literal(true).optional(),
    /**
     * For questions about signing in or asking for contact: how many months up to each row's month count. It may be another length than that
     * of the period that the query asks for.
     */
    lookBackMonths: z.literal(lookBacks).optional(),
  })
  .meta({ id: 'LoadResult' });
export type LoadResult = z.infer<typeof loadResult>;

/** Answer to a query with `queryType=multi`. */
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
    /** The statement, and its parameters' values by name. */
    sql: z.tuple([z.string(), z.record(z.string(), z.unknown())]),
  }),
});
/** One statement, or several if there are several queries or the query compares date ranges. */
export const sqlAnswer = z.union([statement, z.array(statement)]).meta({ id: 'SqlAnswer' });
export type SqlAnswer = z.infer<typeof sqlAnswer>;

/** Body of every answer of the query service with status 400 or above. */
export const analyticsProblem = z
  .object({ type: z.literal('UserError').optional(), error: z.string() })
  .meta({ id: 'AnalyticsProblem' });
export type AnalyticsProblem = z.infer<typeof analyticsProblem>;
