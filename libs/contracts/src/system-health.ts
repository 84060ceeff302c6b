import { z } from 'zod';
import { asOfStates } from './as-of-views.js';
import { deadLetterState } from './dead-letters.js';
import { mailStates } from './outbox.js';
import { rebuildPhases, rebuildStates } from './rebuild-progress.js';

const events = z.object({ count: z.number(), orMore: z.boolean() });
/** Age of the oldest event that the read models lack, in seconds; 0 if they lack none, null if unknown. */
const secondsBehind = z.number().nullable();

/** How far the read models have applied a partition of the feed. */
const checkpoint = z.object({
  partition: z.string(),
  position: z.string(),
  at: z.string(),
  eventsBehind: z.number().nullable(),
  secondsBehind,
});

/** The newest rebuild. It says nothing about plans or members: differences are only counted. */
const rebuild = z.object({
  /** `silent`: its process has stopped writing, so it probably ended without recording an outcome. */
  state: z.enum([...rebuildStates, 'silent']),
  phase: z.enum(rebuildPhases),
  only: z.string().nullable(),
  events: z.number(),
  rows: z.number(),
  /** How much of the phase is done, from 0 to 1, and the seconds left; null if unknown. */
  share: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  startedAt: z.string(),
  at: z.string(),
  differences: z.number(),
});
export type RebuildHealth = z.infer<typeof rebuild>;

/** A plan as it stood that is waiting or being made. The id reveals neither plan nor moment. */
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
  /** When the run ended, how many plans it considered, and for how many it kept or missed a digest. Runs of earlier releases lack these. */
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
  /** Disk space that all views take, and the most that they may take; null if unknown. */
  bytes: z.number().nullable(),
  mostBytes: z.number().nullable(),
  /** Views that are waiting or being made, the next one first. */
  pending: z.array(pendingView),
  /** Replays that prove a view. `differing` counts views with a proof, or a comparison with a kept digest, that found a difference. */
  proofs: z.object({ waiting: z.number(), running: z.number(), differing: z.number() }),
  /** The last night in which digests of plans were kept; null before the first. */
  digests: digestNight.nullable(),
});
export type HistoryHealth = z.infer<typeof history>;

const nightlyJobs = ['monthOpened', 'monthClosed', 'memberEventsProcessed'] as const;
/** The last run of a nightly job that recorded anything. */
const job = z.object({
  name: z.enum(nightlyJobs),
  /** The month or day that the run was about; null if it never ran. */
  of: z.string().nullable(),
  at: z.string().nullable(),
});
export type NightlyJob = z.infer<typeof job>;

/** A system outside the portal: the OneCentral inbox, Salesforce. `said` has no address, name or value. */
const outside = z.object({ name: z.string(), job: z.string(), answers: z.boolean(), said: z.string() });
export type OutsideHealth = z.infer<typeof outside>;

/**
 * Answer to GET /api/system-health: what is running, how far it is, and what waits for an operator. It holds no figures of plans or
 * members.
 */
export const systemHealth = z.object({
  engines: z.array(
    z.object({
      /** `vault` is listed only if the keys are in a MongoDB of their own. */
      name: z.enum(['eventStore', 'mongo', 'clickhouse', 'vault']),
      reachable: z.boolean(),
      /** Milliseconds until the engine answered; null if it did not. */
      answerMs: z.number().nullable(),
    }),
  ),
  /** The systems outside that the settings name. */
  outside: z.array(outside),
  /** Projectors that reported within the last 20 seconds. */
  projectors: z.number(),
  feed: z.enum(['direct', 'kafka']),
  checkpoints: z.array(checkpoint),
  /** How far the relay has filled the topic; null without Kafka. */
  relay: checkpoint.nullable(),
  /** Events after the checkpoint that are not in the read models yet; null if unknown. */
  eventsBehind: events.nullable(),
  secondsBehind,
  /** Plans whose figures wait to be derived again. */
  stalePlans: z.number(),
  deadLetters: z.record(deadLetterState, z.number()),
  /** Null if there was no rebuild. */
  rebuild: rebuild.nullable(),
  history,
  jobs: z.array(job),
  /** Mails of the last 30 days by state. */
  outbox: z.record(z.enum(mailStates), z.number()),
  /** The announced notice until its time is over. */
  maintenance: z.object({ message: z.string(), from: z.string(), to: z.string(), shown: z.boolean() }).nullable(),
  /** The daily comparison of the history with its signed heads. */
  proof: z.object({
    /** Whether this installation signs heads. */
    signs: z.boolean(),
    /** The last comparison; null before the first. `difference` says what differs and where; null if nothing does. */
    last: z
      .object({
        at: z.string(),
        events: z.number(),
        heads: z.number(),
        difference: z.string().nullable(),
      })
      .nullable(),
    /** When the last comparison failed for a reason other than an outage; null if it did not. */
    failedAt: z.string().nullable(),
    /** Whole days since the last comparison, or since the first attempt if none has succeeded yet; null before that. */
    daysWithout: z.number().nullable(),
  }),
  /**
   * Senders of the last seven days that forward for others, although the settings do not name them as proxies; those with most requests
   * first.
   */
  unknownProxies: z.array(
    z.object({
      address: z.string(),
      header: z.enum(['X-Forwarded-For', 'Forwarded']),
      requests: z.number(),
      firstAt: z.string(),
      at: z.string(),
    }),
  ),
  /** Applications' valid tokens in their last 30 days, the first to expire first. */
  expiringTokens: z.array(
    z.object({ application: z.string(), label: z.string(), expiresAt: z.string(), daysLeft: z.number() }),
  ),
});
export type SystemHealth = z.infer<typeof systemHealth>;
