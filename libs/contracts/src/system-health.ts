import { z } from 'zod';
import { asOfStates } from './as-of-views.js';
import { deadLetterState } from './dead-letters.js';
import { mailStates } from './outbox.js';
import { rebuildPhases, rebuildStates } from './rebuild-progress.js';

const events = z.object({ count: z.number(), orMore: z.boolean() });
/** Age of the oldest event that the read models lack, in seconds; 0 if they lack none, null if that is not known. */
const secondsBehind = z.number().nullable();

/** How far a partition of the feed is in the read models. */
const checkpoint = z.object({
  partition: z.string(),
  position: z.string(),
  at: z.string(),
  eventsBehind: z.number().nullable(),
  secondsBehind,
});

/** The newest rebuild. Nothing of plans or members: differences are counted. */
const rebuild = z.object({
  /** `silent`: its process has stopped writing, so it probably ended without recording an outcome. */
  state: z.enum([...rebuildStates, 'silent']),
  phase: z.enum(rebuildPhases),
  only: z.string().nullable(),
  events: z.number(),
  rows: z.number(),
  /** Of the phase, from 0 to 1, and what is left of it; null where that is not known. */
  share: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  startedAt: z.string(),
  at: z.string(),
  differences: z.number(),
});
export type RebuildHealth = z.infer<typeof rebuild>;

/** A plan as it stood, which waits or is being made, by an id that tells neither plan nor moment. */
const pendingView = z.object({
  id: z.string(),
  state: z.enum(asOfStates),
  phase: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  requestedAt: z.string(),
});

const digestNight = z.object({
  /** yyyy-MM-dd */
  day: z.string(),
  /** When it was over, how many plans it looked at, and of how many a digest was kept or missed. Nights of earlier releases lack these. */
  at: z.string().nullable(),
  plans: z.number().nullable(),
  kept: z.number().nullable(),
  missed: z.number().nullable(),
});

const history = z.object({
  waiting: z.number(),
  running: z.number(),
  ready: z.number(),
  failed: z.number(),
  /** Disk that all of them take, and may take; null where that is not known. */
  bytes: z.number().nullable(),
  mostBytes: z.number().nullable(),
  /** Those that wait or are made, the one that is made next first. */
  pending: z.array(pendingView),
  /** Replays that prove a view, and views and replays of now that differ: from each other, or from a digest that was kept. */
  proofs: z.object({ waiting: z.number(), running: z.number(), differing: z.number() }),
  /** The last night in which digests of plans were kept; null before the first. */
  digests: digestNight.nullable(),
});
export type HistoryHealth = z.infer<typeof history>;

export const nightlyJobs = ['monthOpened', 'monthClosed', 'memberEventsProcessed'] as const;
/** The last run of a nightly job that recorded something. */
const job = z.object({
  name: z.enum(nightlyJobs),
  /** The month or day that it was about; null where it never ran. */
  of: z.string().nullable(),
  at: z.string().nullable(),
});
export type NightlyJob = z.infer<typeof job>;

/** Answer to GET /api/system-health: what runs, how far it is, and what waits for somebody. No figures of plans or members. */
export const systemHealth = z.object({
  engines: z.array(
    z.object({
      /** `vault` only where the keys are kept in a MongoDB of their own. */
      name: z.enum(['eventStore', 'mongo', 'clickhouse', 'vault']),
      reachable: z.boolean(),
      /** How long its answer took; null where it gave none. */
      answerMs: z.number().nullable(),
    }),
  ),
  /** Projectors that were heard of in the last 20 seconds. */
  projectors: z.number(),
  feed: z.enum(['direct', 'kafka']),
  checkpoints: z.array(checkpoint),
  /** How far the topic is filled; null without Kafka. */
  relay: checkpoint.nullable(),
  /** Events after the checkpoint that are not in the read models yet; null where that cannot be said. */
  eventsBehind: events.nullable(),
  secondsBehind,
  /** Plans whose figures wait to be derived again. */
  stalePlans: z.number(),
  deadLetters: z.record(deadLetterState, z.number()),
  /** Null where there was none. */
  rebuild: rebuild.nullable(),
  history,
  jobs: z.array(job),
  /** Mails of the last 30 days by what became of them. */
  outbox: z.record(z.enum(mailStates), z.number()),
  /** The notice that is announced, until its time is over. */
  maintenance: z.object({ message: z.string(), from: z.string(), to: z.string(), shown: z.boolean() }).nullable(),
  /** The daily comparison of the history with its signed heads. */
  proof: z.object({
    /** Whether this installation signs heads. */
    signs: z.boolean(),
    /** The last comparison; null before the first. `difference` says what differs and where, and is null where nothing does. */
    last: z
      .object({
        at: z.string(),
        events: z.number(),
        heads: z.number(),
        difference: z.string().nullable(),
      })
      .nullable(),
    /** When the last comparison failed, other than by an outage; null where it did not. */
    failedAt: z.string().nullable(),
    /** Whole days since the last comparison, or since the first was tried where none has succeeded yet; null before that. */
    daysWithout: z.number().nullable(),
  }),
  /** Valid tokens of Applications in their last 30 days, the first to end first. */
  expiringTokens: z.array(
    z.object({ application: z.string(), label: z.string(), expiresAt: z.string(), daysLeft: z.number() }),
  ),
});
export type SystemHealth = z.infer<typeof systemHealth>;
