import { z } from 'zod';

export const deadLetterStates = ['waiting', 'retrying', 'dropped'] as const;
export const deadLetterState = z.enum(deadLetterStates);
export type DeadLetterState = z.infer<typeof deadLetterState>;

/** An event, or a plan's figures, that could not be applied to the read models. It never holds the event's data. */
export const deadLetter = z.object({
  id: z.string(),
  kind: z.enum(['event', 'plan']),
  planId: z.string().nullable(),
  /** The event's stream and type; null for a plan. */
  stream: z.string().nullable(),
  type: z.string().nullable(),
  revision: z.string().nullable(),
  position: z.string().nullable(),
  partition: z.string().nullable(),
  reason: z.string(),
  /** Instants, UTC. */
  firstAt: z.string(),
  lastAt: z.string(),
  tries: z.number(),
  state: deadLetterState,
  requestedBy: z.string().nullable(),
  dropped: z.object({ by: z.string(), at: z.string(), reason: z.string() }).nullable(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

export const deadLettersQuery = z.strictObject({
  /** `open`: waiting or being retried. Without a state, all are listed. */
  state: z.enum([...deadLetterStates, 'open']).optional(),
  /** Pages begin at 1. */
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(20),
});

export type DeadLetterFilter = z.infer<typeof deadLettersQuery>['state'];

/** Answer to GET /api/dead-letters: one page, newest first, and the number of letters in each state. */
export const deadLettersPage = z.object({
  letters: z.array(deadLetter),
  total: z.number(),
  counts: z.record(deadLetterState, z.number()),
});
export type DeadLettersPage = z.infer<typeof deadLettersPage>;

export const dropRequest = z.strictObject({ reason: z.string().trim().min(1, 'Please say why.').max(500) });

/** Answer to a retry: the number of running projectors that will retry now. */
export const retryAnswer = z.object({ state: z.literal('retrying'), projectors: z.number() });
export type RetryAnswer = z.infer<typeof retryAnswer>;

/**
 * A dead letter as projectors keep it and the api reads it. For an event, its id is the letter's id, and a retry reads the event again from
 * the event store. For a plan, its figures cannot be derived and stay as they were. A reason never quotes a value.
 */
export interface StoredDeadLetter {
  _id: string;
  kind: 'event' | 'plan';
  planId: string | null;
  /** The event's stream and type; null for a plan. */
  stream: string | null;
  type: string | null;
  revision: string | null;
  position: string | null;
  partition: string | null;
  reason: string;
  firstAt: Date;
  lastAt: Date;
  tries: number;
  state: DeadLetterState;
  requestedBy?: string;
  requestedAt?: Date;
  droppedBy?: string;
  droppedAt?: Date;
  dropReason?: string;
}
