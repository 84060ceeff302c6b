import { z } from 'zod';
import { asOfDifferences } from './as-of-changes.js';
import { asOfView } from './as-of-views.js';
import { figures } from './analytics/figures-answer.js';

/** For whom a document is made: `employer` reads published figures only, `staff` exact ones. */
export const evidenceAudience = z.enum(['employer', 'staff']);
export type EvidenceAudience = z.infer<typeof evidenceAudience>;

/** The answers to the questions of `evidenceFigures`, in their order; null for a question that was not answered. */
const answers = z.array(figures.nullable());

/** Answer to GET /api/history/evidence/{viewId}: the content of the document about a view. */
export const asOfEvidence = z.object({
  view: asOfView,
  /** The user who requested the document. */
  askedBy: z.object({ name: z.string(), role: z.string() }),
  madeAt: z.string(),
  differences: asOfDifferences,
  audience: evidenceAudience,
  /** The figures of the newest month that was closed by the moment (yyyy-MM), as read then and now. Null if no month was. */
  figures: z.object({ month: z.string(), then: answers, now: answers }).nullable(),
});
export type AsOfEvidence = z.infer<typeof asOfEvidence>;

/** The page from which the document is made. */
export const evidencePath = '/evidence';
