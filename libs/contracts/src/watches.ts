import { watchDirections } from '@superscope/domain/watch/watch';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { watchedMetric, watchUnits } from './watched-metrics.js';

const metricKey = z.string().refine((key) => watchedMetric(key) !== undefined, 'This figure cannot be watched.');

/** Body of POST /api/watches: a metric with a direction and a value; or none of the three, for a mail about each month that closes. */
export const watchRequest = z
  .strictObject({
    planId: cleanField().min(1).max(90),
    metric: metricKey.nullable(),
    direction: z.enum(watchDirections).nullable(),
    threshold: z.number('Enter a number').nullable(),
  })
  .superRefine(({ metric, threshold }, { addIssue }) => {
    const known = watchedMetric(metric ?? '');
    if (known === undefined || threshold === null) return;
    const unit = watchUnits[known.unit];
    if (threshold >= unit.least && threshold <= unit.most) return;
    addIssue({ code: 'custom', path: ['threshold'], message: `The figure is in ${unit.of}` });
  });
export type WatchRequest = z.infer<typeof watchRequest>;

/** One of the caller's own watches. */
export const watch = z.object({
  watchId: z.string(),
  planId: z.string(),
  /** Null if the caller no longer has access to the plan. Nothing is mailed about it then. */
  planName: z.string().nullable(),
  metric: z.string().nullable(),
  direction: z.enum(watchDirections).nullable(),
  threshold: z.number().nullable(),
  /** yyyy-MM of the newest closed month about which the reader was notified. */
  toldOf: z.string().nullable(),
});
export type Watch = z.infer<typeof watch>;

/** Answer to GET /api/watches. */
export const ownWatches = z.object({
  watches: z.array(watch),
  /** Whether the caller has an e-mail address, without which nothing is mailed. */
  canBeMailed: z.boolean(),
});
export type OwnWatches = z.infer<typeof ownWatches>;
