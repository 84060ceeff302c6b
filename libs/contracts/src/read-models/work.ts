import { exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { z } from 'zod';
import { documentView } from './document-view.js';

export const workStates = ['waiting', 'running', 'retrying', 'stopping', 'stopped', 'failed', 'done'] as const;

/** One piece of background work. If its first event was set aside, only the fields of later events are known. */
export const workView = documentView({
  collection: 'work',
  announces: 'work',
  shape: z.object({
    /** The stream's category, which says what manages the work. */
    category: z.string(),
    workId: z.string(),
    /** What is made, such as `pcmReport`. */
    kind: z.string().optional(),
    planId: z.string().nullable().optional(),
    companyId: z.string().nullable().optional(),
    terms: z.record(z.string(), z.string()).optional(),
    /** Who asked for it. */
    by: z.string().optional(),
    state: z.enum(workStates),
    requestedAt: z.date().optional(),
    /** Since it was requested or resumed. */
    attempts: z.number().optional(),
    /** Each attempt by its id. `reason` says why it did not succeed. */
    tries: z
      .record(
        z.string(),
        z.object({ startedAt: z.date(), endedAt: z.date().optional(), reason: z.string().optional() }),
      )
      .optional(),
    /** When each step was done, by its key. */
    steps: z.record(z.string(), z.date()).optional(),
    /** Of an export to Salesforce and a comparison with it: what each step left for later ones, by its key; and how many rows it had in the end. */
    outcomes: z.record(z.string(), z.string().nullable()).optional(),
    rows: z.object({ exported: z.number(), imported: z.number().nullable(), failed: z.number().nullable() }).optional(),
    /** Of a comparison with Salesforce: what both sides have, by provider and object. */
    reconciled: z
      .object({
        groups: z.array(
          z.object({
            providerId: z.string().nullable(),
            object: z.enum(exportObjects),
            ours: z.number(),
            theirs: z.number(),
            missing: z.number(),
            unsent: z.number(),
            extra: z.number(),
            toDelete: z.number(),
          }),
        ),
        isPartial: z.boolean(),
      })
      .optional(),
    reason: z.string().nullable().optional(),
    retryAt: z.date().nullable().optional(),
    endedAt: z.date().nullable().optional(),
    fileName: z.string().optional(),
    pdfSha256: z.string().optional(),
    /** Of the figures that are kept beside the document. */
    figuresSha256: z.string().nullable().optional(),
    /** Until when somebody keeps the file, longer than usual. */
    keptUntil: z.date().optional(),
    /** Of a Policy Committee Report: the month ends (yyyy-MM-dd) between which it reports, and its code. */
    start: z.string().nullable().optional(),
    end: z.string().nullable().optional(),
    code: z.string().nullable().optional(),
    /** How many pages it has, and by which moment its figures were recorded; not known of reports of earlier releases. */
    pages: z.number().optional(),
    moment: z.date().optional(),
  }),
  indexes: [
    { state: 1 },
    { by: 1, requestedAt: -1 },
    { requestedAt: -1 },
    { planId: 1, endedAt: -1 },
    { code: 1 },
    { pdfSha256: 1 },
  ],
});
