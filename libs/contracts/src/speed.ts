import { z } from 'zod';
import { screens, type Screen } from './screens.js';

/** How many screens one message may tell, and one person's browsers in a minute. */
export const mostScreens = 20;
export const mostScreensOfAPerson = 60;
/** Longer counts as this long: the tab was asleep. */
export const mostScreenMs = 120_000;

/** Body of POST /api/speed/screens: how long screens took until they were drawn, in milliseconds. */
export const screenTimes = z.strictObject({
  screens: z
    .array(
      z.strictObject({
        screen: z.enum(Object.keys(screens) as [Screen, ...Screen[]], 'There is no such screen.'),
        ms: z
          .number()
          .nonnegative()
          .transform((ms) => Math.min(ms, mostScreenMs)),
      }),
    )
    .min(1)
    .max(mostScreens),
});
export type ScreenTimes = z.input<typeof screenTimes>;

/** What is shown on one axis of time, by how far it reaches back. */
export const speedPeriods = ['hours24', 'days3', 'days14'] as const;
export type SpeedPeriod = (typeof speedPeriods)[number];
export const speedQuery = z.strictObject({ period: z.enum(speedPeriods) });

export const speedLanes = ['screen', 'call', 'job', 'wait', 'lag'] as const;
export type SpeedLane = (typeof speedLanes)[number];

const percentiles = z.object({ count: z.number(), p50: z.number(), p95: z.number() });
export type Percentiles = z.infer<typeof percentiles>;

/** Percentiles of a step of time, which begins at `at`. A step in which nothing was timed is left out. */
const point = percentiles.extend({ at: z.string() });
export type SpeedPoint = z.infer<typeof point>;

/**
 * What a call waits for: engines, its turn behind other long work, the projector, the program that reads or draws its file, and the renderer.
 * `rest` is when it waited for none of these. Rows hold the place in this list, which is therefore only added to.
 */
export const speedWaits = [
  'rest',
  'clickhouse',
  'eventStore',
  'mongodb',
  'turn',
  'projector',
  'file',
  'renderer',
] as const;
export type SpeedWait = (typeof speedWaits)[number];

const waitedFor = z.object({ on: z.enum(speedWaits), ms: z.number() });
export type WaitedFor = z.infer<typeof waitedFor>;

const span = z.object({
  from: z.string(),
  /** Null while it lasts. */
  to: z.string().nullable(),
});
const start = z.object({
  at: z.string(),
  /** `api`, `projector` or `relay`. */
  process: z.string(),
  version: z.string(),
  /** Whether another version of the process had started last. */
  isRelease: z.boolean(),
});
export type SpeedStart = z.infer<typeof start>;
const importSpan = span.extend({ table: z.string() });
export type SpeedImport = z.infer<typeof importSpan>;
const alertSpan = span.extend({ title: z.string() });
export type SpeedAlert = z.infer<typeof alertSpan>;

const lane = z.object({
  lane: z.enum(speedLanes),
  points: z.array(point),
  /** Since the moment that is compared, and in the days before it; null if nothing was timed. */
  since: percentiles.nullable(),
  before: percentiles.nullable(),
  isSlower: z.boolean(),
});
export type SpeedLaneTimes = z.infer<typeof lane>;

const named = z.object({
  name: z.string(),
  since: percentiles.nullable(),
  before: percentiles.nullable(),
});
export type NamedTimes = z.infer<typeof named>;

/** What the page says first. */
const verdict = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('slower'),
    lane: z.enum(speedLanes),
    since: z.string(),
    /** p95 in milliseconds, since then and in the days before. */
    now: z.number(),
    usual: z.number(),
    /** The newest start before it, and the imports that ran at that moment or had ended within six hours before. */
    start: start.nullable(),
    imports: z.array(importSpan),
  }),
  z.object({ is: z.literal('usual'), p95: z.number(), from: z.number(), to: z.number() }),
  z.object({ is: z.literal('short') }),
  /** Nothing is kept yet; `since` is when the api that answers began to measure. */
  z.object({ is: z.literal('nothing'), since: z.string() }),
]);
export type SpeedVerdict = z.infer<typeof verdict>;

/** Answer to GET /api/speed. Instants are ISO in UTC, times milliseconds. It names no person and no plan. */
export const speed = z.object({
  from: z.string(),
  to: z.string(),
  stepMinutes: z.number(),
  /** Since when times are kept, within the last 14 days; null if none are. */
  keptSince: z.string().nullable(),
  /** Minutes of which nothing was kept. */
  gaps: z.array(z.object({ from: z.string(), to: z.string() })),
  verdict,
  /** The moment since which tables compare: that of the verdict, or a day ago. */
  since: z.string(),
  lanes: z.array(lane),
  starts: z.array(start),
  imports: z.array(importSpan),
  alerts: z.array(alertSpan),
  screens: z.array(named),
  calls: z.array(named),
  jobs: z.array(named),
  /** Ten at most, the slowest first. */
  slowest: z.array(
    z.object({
      call: z.string(),
      ms: z.number(),
      at: z.string(),
      correlationId: z.string(),
      /** The longest first. What was waited for at once counts for each, and none for longer than the call. None: it was not kept. */
      waited: z.array(waitedFor),
    }),
  ),
});
export type Speed = z.infer<typeof speed>;
