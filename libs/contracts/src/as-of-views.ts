import { z } from 'zod';

/** `waiting` for those before it, `running`, then one of the others. A view that failed or was cancelled can be asked for again. */
export const asOfStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;
export type AsOfState = (typeof asOfStates)[number];

/** What a running view is at: streams of the plan and its fund, facts of its members, and figures made of both. */
export const asOfPhases = ['reading', 'copying', 'deriving'] as const;
export type AsOfPhase = (typeof asOfPhases)[number];

/** As kept in `ops.as_of_views`. Losable: its tables are dropped and can be made again. */
export interface AsOfDocument {
  /** Names its databases as well. The same for everybody who asks for the same plan and moment. */
  _id: string;
  planId: string;
  /** ISO instant: facts that were recorded up to it count. */
  moment: string;
  state: AsOfState;
  phase: AsOfPhase | null;
  /** Of the phase: streams, tables or rows. */
  done: number;
  total: number;
  /** Why it failed, for people. */
  problem: string | null;
  /** Users who want it. It is cancelled once none of them does. */
  askedBy: string[];
  /** Grows with each change of that list. */
  asked: number;
  requestedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  lastUsedAt: Date;
  /** Of its tables. */
  bytes: number;
  /** Rows of member-months that stand in it. */
  rows: number;
}

/** Body of POST /api/history/views. */
export const asOfRequest = z.strictObject({
  planId: z.string().min(1).max(90),
  /** An instant with its offset or Z. */
  moment: z.iso.datetime({ offset: true, error: 'Please give a date and a time.' }),
});
export type AsOfRequest = z.infer<typeof asOfRequest>;

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
  /** Views that are made before it. */
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
});
export type AsOfView = z.infer<typeof asOfView>;

/** Name of the databases, in ClickHouse and MongoDB, that hold a view's tables and documents. */
export const asOfDatabase = (id: string): string => `as_of_${id}`;
export const asOfDatabasePrefix = 'as_of_';

/** A view that nobody read for so long is removed, unless a setting says otherwise. */
export const asOfIdleMinutes = 120;
