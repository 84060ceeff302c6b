import { z } from 'zod';
import { asOfDifferences } from './as-of-changes.js';
import { asOfView } from './as-of-views.js';
import { figures } from './analytics/figures-answer.js';

/** For whom a document is made: `employer` reads published figures only, `staff` exact ones. */
export const evidenceAudience = z.enum(['employer', 'staff']);
export type EvidenceAudience = z.infer<typeof evidenceAudience>;

/** The answers to the questions of `evidenceFigures`, in their order; null for a question that was not answered. */
const answers = z.array(figures.nullable());

const ofEveryAudience = {
  /** The user who requested the document. */
  askedBy: z.object({ name: z.string(), role: z.string() }),
  madeAt: z.string(),
  /** The figures of the newest month that was closed by the moment (yyyy-MM), as read then and now. Null if no month was. */
  figures: z.object({ month: z.string(), then: answers, now: answers }).nullable(),
};

const exactEvidence = z.object({
  audience: z.literal('staff'),
  ...ofEveryAudience,
  view: asOfView,
  differences: asOfDifferences,
});
export type ExactEvidence = z.infer<typeof exactEvidence>;

/**
 * What an employer may read of a view and its proof. Numbers of events, streams and rows, digests of single tables, values that differ, and
 * events about single members would reveal exact facts that are not published.
 */
const employerEvidence = z.strictObject({
  audience: z.literal('employer'),
  ...ofEveryAudience,
  view: z.strictObject({
    planId: z.string(),
    planName: z.string(),
    moment: z.string(),
    endedAt: z.string().nullable(),
    /** Position of the newest event that counts, and the digest of all tables together. Null if the view has no sum. */
    position: z.string().nullable(),
    digest: z.string().nullable(),
  }),
  /** Null if no replay has been compared with the view. */
  proof: z.strictObject({ isEqual: z.boolean(), endedAt: z.string().nullable() }).nullable(),
  /** What was recorded about the whole plan, its platform or the fund since the moment and made the month of `figures` stale, newest first. */
  causes: z.array(
    z.strictObject({
      type: z.string(),
      detail: z.string(),
      /** The day in Sydney (yyyy-MM-dd) of the last such event. */
      on: z.string(),
    }),
  ),
});
export type EmployerEvidence = z.infer<typeof employerEvidence>;

/** Answer to GET /api/history/evidence/{viewId}: the content of the document about a view, as its audience may read it. */
export const asOfEvidence = z.discriminatedUnion('audience', [employerEvidence, exactEvidence]);
export type AsOfEvidence = z.infer<typeof asOfEvidence>;

/** The page from which the document is made. */
export const evidencePath = '/evidence';
