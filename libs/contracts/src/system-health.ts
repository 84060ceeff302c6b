import { z } from 'zod';
import { deadLetterState } from './dead-letters.js';

/** Answer to GET /api/system-health: what runs, how far it is, and what waits for somebody. No figures of plans or members. */
export const systemHealth = z.object({
  engines: z.array(
    z.object({
      name: z.enum(['eventStore', 'mongo', 'clickhouse']),
      reachable: z.boolean(),
      /** How long its answer took; null where it gave none. */
      answerMs: z.number().nullable(),
    }),
  ),
  /** Projectors that were heard of in the last 20 seconds. */
  projectors: z.number(),
  feed: z.enum(['direct', 'kafka']),
  /** How far each partition of the feed is. */
  checkpoints: z.array(z.object({ partition: z.string(), position: z.string(), at: z.string() })),
  /** Events after the checkpoint that are not in the read models yet; null where that cannot be said. */
  eventsBehind: z.object({ count: z.number(), orMore: z.boolean() }).nullable(),
  /** Plans whose figures wait to be derived again. */
  stalePlans: z.number(),
  deadLetters: z.record(deadLetterState, z.number()),
  /** The daily comparison of the history with its signed heads. */
  proof: z.object({
    /** Whether this installation signs heads. */
    signs: z.boolean(),
    /** The last comparison; null before the first. `difference` says what differs and where, and is null where nothing does. */
    last: z
      .object({
        at: z.string(),
        daysAgo: z.number(),
        events: z.number(),
        heads: z.number(),
        difference: z.string().nullable(),
      })
      .nullable(),
  }),
  /** Valid tokens of Applications in their last 30 days, the first to end first. */
  expiringTokens: z.array(
    z.object({ application: z.string(), label: z.string(), expiresAt: z.string(), daysLeft: z.number() }),
  ),
});
export type SystemHealth = z.infer<typeof systemHealth>;
