import { z } from 'zod';
import { modelDigest } from './read-models/plan-digests.js';

/** `waiting` for those before it, `running`, then one of the others. A view that failed or was cancelled can be asked for again. */
export const asOfStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;
export type AsOfState = (typeof asOfStates)[number];

/** Phases of a running view: streams of the plan and its fund, facts of its members, figures made of both, and digests of all. */
export const asOfPhases = ['reading', 'copying', 'deriving', 'summing'] as const;
export type AsOfPhase = (typeof asOfPhases)[number];

/** `waiting` and `running`, then one of the others. A proof can be requested again whatever its outcome. */
export const proofStates = ['waiting', 'running', 'equal', 'differs', 'failed', 'cancelled'] as const;
export type ProofState = (typeof proofStates)[number];

/** Phases of a running proof: the plan's events, figures made of them, digests of all, and the comparison row by row. */
export const proofPhases = ['replaying', 'deriving', 'summing', 'comparing'] as const;
export type ProofPhase = (typeof proofPhases)[number];

/** What a view or a replay holds. */
export const asOfSum = z.object({
  /** Of the newest event that counts, in the log of all events; '0' where none does. */
  position: z.string(),
  /** When the newest event was recorded that changed anything; null where none did. */
  changedAt: z.string().nullable(),
  /** Events that it is made of. */
  events: z.number(),
  /** Those of them that were recorded by `changedAt`. Views of an earlier release lack it. */
  eventsByChange: z.number().optional(),
  /** Of all models together, SHA-256 in hexadecimal. */
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
  /** Models that differ. */
  models: z.array(z.string()),
  /** Events of that moment that were recorded after the digest was kept. Nothing is compared then. */
  late: z.number().optional(),
});
export type KeptComparison = z.infer<typeof keptComparison>;

/** A value in which a view and its replay differ. */
export const proofDifference = z.object({
  /** A table or a collection. */
  model: z.string(),
  /** Which row or document: the values of its key. */
  key: z.string(),
  /** Null where the whole row is in one of them only. */
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
  /** Of the phase: events, rows or models. */
  done: number;
  total: number;
  /** Streams that were replayed. */
  streams: number;
  problem: string | null;
  /** Users who have requested it. It is cancelled once all have taken their request back. */
  askedBy: string[];
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  sum: AsOfSum | null;
  kept: KeptComparison | null;
  /** Rows that are not the same. */
  differing: number;
  /** Events of the moment that were recorded after the view was made, and count in neither. */
  late?: number;
  differences: ProofDifference[];
}

/** As kept in `ops.as_of_views`. Losable: its tables are dropped and can be made again. */
export interface AsOfDocument {
  /** Part of the names of its databases. All users share the view of a plan and moment. */
  _id: string;
  planId: string;
  /** ISO instant: facts that were recorded up to it count. */
  moment: string;
  /** Position of the log up to which events count: an event's instant is taken before it is appended. Null until it is made. */
  readUpTo?: string | null;
  state: AsOfState;
  phase: AsOfPhase | null;
  /** Of the phase: streams, tables or rows. */
  done: number;
  total: number;
  /** Why it failed, for people. */
  problem: string | null;
  /** Users who have requested it. It is cancelled once all have taken their request back. */
  askedBy: string[];
  /** Grows with each change of that list. */
  asked: number;
  /** Users who read it without having asked for it, each with the day in Sydney. A view that nobody else read has none. */
  readBy?: string[];
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  lastUsedAt: Date;
  /** Of its tables. */
  bytes: number;
  /** Rows of member-months that stand in it. */
  rows: number;
  /** Null until it is ready. */
  sum: AsOfSum | null;
  kept: KeptComparison | null;
  /** Null until somebody asks for it. */
  proof: ProofDocument | null;
}

/** Body of POST /api/history/views. */
export const asOfRequest = z.strictObject({
  planId: z.string().min(1).max(90),
  /** An instant with its offset or Z. */
  moment: z.iso.datetime({ offset: true, error: 'Please give a date and a time.' }),
});
export type AsOfRequest = z.infer<typeof asOfRequest>;

export const asOfProof = z.object({
  state: z.enum(proofStates),
  phase: z.enum(proofPhases).nullable(),
  done: z.number(),
  total: z.number(),
  streams: z.number(),
  /** Views and proofs that are made before it. */
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
  /** Its name today. */
  planName: z.string(),
  moment: z.string(),
  state: z.enum(asOfStates),
  phase: z.enum(asOfPhases).nullable(),
  done: z.number(),
  total: z.number(),
  /** Views and proofs that are made before it. */
  ahead: z.number(),
  problem: z.string().nullable(),
  /** Whether the caller asked for it, and how many others did. */
  own: z.boolean(),
  others: z.number(),
  rows: z.number(),
  /** Milliseconds that making it took. */
  tookMs: z.number().nullable(),
  /** When it is removed unless somebody reads it before. */
  keptUntil: z.string().nullable(),
  endedAt: z.string().nullable(),
  sum: asOfSum.nullable(),
  kept: keptComparison.nullable(),
  proof: asOfProof.nullable(),
});
export type AsOfView = z.infer<typeof asOfView>;

/** Name of the databases, in ClickHouse and MongoDB, that hold a view's tables and documents. */
export const asOfDatabase = (id: string): string => `as_of_${id}`;
export const asOfDatabasePrefix = 'as_of_';
/** And of those that hold its replay, as long as that runs. */
export const replayDatabase = (id: string): string => `${asOfDatabase(id)}_replay`;

/** A view that nobody read for so long is removed, unless a setting says otherwise. */
export const asOfIdleMinutes = 120;
