import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { dateProblem } from './fields.js';
import { modelDigest } from './read-models/plan-digests.js';

/**
 * A view is `waiting` while earlier ones are made, then `running`, and ends in one of the other states. A view that failed or was cancelled
 * can be requested again.
 */
export const asOfStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;
export type AsOfState = (typeof asOfStates)[number];

/**
 * Phases of a running view: read the streams of the plan and its fund, copy its members' facts, derive figures from both, and compute
 * digests.
 */
export const asOfPhases = ['reading', 'copying', 'deriving', 'summing'] as const;
export type AsOfPhase = (typeof asOfPhases)[number];

/** A proof is `waiting`, then `running`, and ends in one of the other states. It can be requested again whatever its outcome. */
export const proofStates = ['waiting', 'running', 'equal', 'differs', 'failed', 'cancelled'] as const;
export type ProofState = (typeof proofStates)[number];

/** Phases of a running proof: replay the plan's events, derive figures, compute digests, and compare row by row. */
export const proofPhases = ['replaying', 'deriving', 'summing', 'comparing'] as const;
export type ProofPhase = (typeof proofPhases)[number];

/** Summary of a view's or a replay's content. */
export const asOfSum = z.object({
  /** Position of the newest event that counts, in the log of all events; '0' if there is none. */
  position: z.string(),
  /** When the newest event that changed anything was recorded; null if there is none. */
  changedAt: z.string().nullable(),
  /** Number of events that the content is made of. */
  events: z.number(),
  /** How many of these events were recorded by `changedAt`. Views of an earlier release lack it. */
  eventsByChange: z.number().optional(),
  /** Digest of all models together: SHA-256 in hexadecimal. */
  digest: z.string(),
  models: z.array(modelDigest),
});
export type AsOfSum = z.infer<typeof asOfSum>;

/** How a view or a replay compares with the digest that a nightly run kept for the same moment. */
export const keptComparison = z.object({
  keptAt: z.string(),
  position: z.string(),
  events: z.number(),
  digest: z.string(),
  isEqual: z.boolean(),
  /** Names of the models that differ. */
  models: z.array(z.string()),
  /** Number of events of that moment that were recorded after the digest was kept. If there are any, nothing is compared. */
  late: z.number().optional(),
});
export type KeptComparison = z.infer<typeof keptComparison>;

/** A value that differs between a view and its replay. */
export const proofDifference = z.object({
  /** Name of a table or a collection. */
  model: z.string(),
  /** The key values of the row or document. */
  key: z.string(),
  /** Null if only one of the two has the row. */
  column: z.string().nullable(),
  then: z.string().nullable(),
  replayed: z.string().nullable(),
});
export type ProofDifference = z.infer<typeof proofDifference>;

/** A proof lists at most this many differing values; it counts all rows. */
export const mostProofDifferences = 100;

/** The replay that proves a view, as kept beside it. */
export interface ProofDocument {
  state: ProofState;
  phase: ProofPhase | null;
  /** Progress within the phase, in events, rows or models. */
  done: number;
  total: number;
  /** Number of streams replayed. */
  streams: number;
  problem: string | null;
  /** Users who have requested it. It is cancelled once all of them have withdrawn their request. */
  askedBy: string[];
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  sum: AsOfSum | null;
  kept: KeptComparison | null;
  /** Number of rows that differ. */
  differing: number;
  /** Number of events of the moment that were recorded after the view was made. Neither the view nor the replay counts them. */
  late?: number;
  differences: ProofDifference[];
}

/** A view as kept in `ops.as_of_views`. It may be lost: its tables are dropped then and can be made again. */
export interface AsOfDocument {
  /** The id is part of the names of the view's databases. All users share the view of a plan and moment. */
  _id: string;
  planId: string;
  /** ISO instant. Facts that were recorded up to this moment count. */
  moment: string;
  /**
   * Position in the log up to which events count. It is needed because an event's instant is taken before the event is appended. Null until
   * the view is made.
   */
  readUpTo?: string | null;
  state: AsOfState;
  phase: AsOfPhase | null;
  /** Progress within the phase, in streams, tables or rows. */
  done: number;
  total: number;
  /** Why the view failed, worded for users. */
  problem: string | null;
  /** Users who have requested it. It is cancelled once all of them have withdrawn their request. */
  askedBy: string[];
  /** Grows with each change of `askedBy`. */
  asked: number;
  /**
   * Users who read the view without having requested it, each with the day in Sydney. The field is missing until such a user reads the
   * view.
   */
  readBy?: string[];
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  lastUsedAt: Date;
  /** Size of the view's tables. */
  bytes: number;
  /** Number of member-month rows in the view. */
  rows: number;
  /** Null until the view is ready. */
  sum: AsOfSum | null;
  kept: KeptComparison | null;
  /** Null until a user requests it. */
  proof: ProofDocument | null;
}

/** Body of POST /api/history/views. */
export const asOfRequest = z.strictObject({
  planId: cleanField().min(1).max(90),
  /** An instant with its offset or Z. */
  moment: z.iso.datetime({ offset: true, error: dateProblem('Please give a date and a time.') }),
});
export type AsOfRequest = z.infer<typeof asOfRequest>;

export const asOfProof = z.object({
  state: z.enum(proofStates),
  phase: z.enum(proofPhases).nullable(),
  done: z.number(),
  total: z.number(),
  streams: z.number(),
  /** Number of views and proofs ahead of it in the queue. */
  ahead: z.number(),
  problem: z.string().nullable(),
  own: z.boolean(),
  endedAt: z.string().nullable(),
  tookMs: z.number().nullable(),
  sum: asOfSum.nullable(),
  kept: keptComparison.nullable(),
  differing: z.number(),
  late: z.number().optional(),
  differences: z.array(proofDifference),
});
export type AsOfProof = z.infer<typeof asOfProof>;

export const asOfView = z.object({
  id: z.string(),
  planId: z.string(),
  /** The plan's name today. */
  planName: z.string(),
  moment: z.string(),
  state: z.enum(asOfStates),
  phase: z.enum(asOfPhases).nullable(),
  done: z.number(),
  total: z.number(),
  /** Number of views and proofs ahead of it in the queue. */
  ahead: z.number(),
  problem: z.string().nullable(),
  /** Whether the caller requested the view, and how many other users did. */
  own: z.boolean(),
  others: z.number(),
  rows: z.number(),
  /** Milliseconds that it took to make the view. */
  tookMs: z.number().nullable(),
  /** When the view is removed unless somebody reads it before. */
  keptUntil: z.string().nullable(),
  endedAt: z.string().nullable(),
  sum: asOfSum.nullable(),
  kept: keptComparison.nullable(),
  proof: asOfProof.nullable(),
});
export type AsOfView = z.infer<typeof asOfView>;

/** Name of the databases, one in ClickHouse and one in MongoDB, that hold a view's tables and documents. */
export const asOfDatabase = (id: string): string => `as_of_${id}`;
export const asOfDatabasePrefix = 'as_of_';
/** Name of the databases that hold the view's replay while it runs. */
export const replayDatabase = (id: string): string => `${asOfDatabase(id)}_replay`;

/** A view that nobody has read for this many minutes is removed. A setting may give another number. */
export const asOfIdleMinutes = 120;
