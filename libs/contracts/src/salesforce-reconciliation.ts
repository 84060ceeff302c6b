import { batchStatuses, exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { z } from 'zod';
import { writeAnswer } from './csv-import.js';
import { workStates } from './read-models/work.js';

export { differencesOf, totalOf } from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';

const counts = {
  ours: z.number(),
  theirs: z.number(),
  /** Salesforce was given these and does not have them. */
  missing: z.number(),
  /** Salesforce does not have these yet, and the next export sends them. */
  unsent: z.number(),
  /** Salesforce has these, and the portal does not. */
  extra: z.number(),
  /** Of the extra ones, those of erased members that the next export deletes. */
  toDelete: z.number(),
};

/** What both sides have of an object and a provider. */
const reconciledGroup = z.object({
  /** Null for records of no provider that the portal knows. */
  providerId: z.string().nullable(),
  provider: z.string().nullable(),
  object: z.enum(exportObjects),
  /** Salesforce's name of it. */
  crmObject: z.string(),
  ...counts,
});
export type ReconciledGroupRecord = z.infer<typeof reconciledGroup>;

const reconciliation = z.object({
  workId: z.string(),
  requestedAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(workStates),
  askedBy: z.string(),
  /** Why it did not succeed, or waits. */
  reason: z.string().nullable(),
  /** Of all groups together; null unless it is done. */
  totals: z.object(counts).nullable(),
});
export type ReconciliationRecord = z.infer<typeof reconciliation>;

/** Answer to GET /api/salesforce/reconciliations. Instants are ISO, UTC. */
export const salesforceReconciliations = z.object({
  /** Null if no Salesforce is connected: there is nothing to compare with. */
  host: z.string().nullable(),
  /** When the clock asks for the next comparison. */
  next: z.string().nullable(),
  running: reconciliation
    .extend({
      /** What is done now, for people. */
      note: z.string().nullable(),
      retryAt: z.string().nullable(),
      /** How much of its steps is done, from 0 to 1. */
      progress: z.number(),
    })
    .nullable(),
  /** The newest one that came to its end. */
  last: reconciliation
    .extend({
      groups: z.array(reconciledGroup),
      /** Whether events were set aside, without which what the portal holds may not be complete. */
      isPartial: z.boolean(),
      /** Whether the ids that differ are still kept. */
      hasIds: z.boolean(),
      /** The newest batch that sends what was missing. */
      sentBy: z.object({ batchId: z.number(), status: z.enum(batchStatuses) }).nullable(),
    })
    .nullable(),
  /** The newest ones, newest first. */
  history: z.array(reconciliation),
});
export type SalesforceReconciliations = z.infer<typeof salesforceReconciliations>;

/** The comparison that runs now, and the write that a list has to include to show it; none if it ran already. */
export const reconciliationBegun = writeAnswer.partial().extend({ workId: z.string(), isNew: z.boolean() });
export type ReconciliationBegun = z.infer<typeof reconciliationBegun>;

/** How many ids are listed; the CSV file has all. */
export const mostDifferences = 100;

export const differenceSides = ['missing', 'extra'] as const;
/** `erased`: of a member who was erased. `double`: another record has the same id. `unknown`: the portal has no such row. */
const extraReasons = ['erased', 'double', 'unknown'] as const;

/** Answer to GET /api/salesforce/reconciliations/:workId/differences. Ids only, because names have no business here. */
export const reconciliationDifferences = z.object({
  /** Of the side that is asked for, all of them. */
  count: z.number(),
  /** The first 100. */
  rows: z.array(
    z.object({
      side: z.enum(differenceSides),
      object: z.enum(exportObjects),
      crmObject: z.string(),
      provider: z.string().nullable(),
      /** The external id; null if it is none that the portal gives, because somebody may have written anything there. */
      key: z.string().nullable(),
      /** Salesforce's id, of records that are extra. */
      crmId: z.string().nullable(),
      why: z.enum(extraReasons).nullable(),
      isToDelete: z.boolean(),
    }),
  ),
});
export type ReconciliationDifferences = z.infer<typeof reconciliationDifferences>;
export type ReconciliationDifference = ReconciliationDifferences['rows'][number];
