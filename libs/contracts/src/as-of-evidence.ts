import { z } from 'zod';
import { asOfDifferences } from './as-of-changes.js';
import { asOfView } from './as-of-views.js';

/** Answer to GET /api/history/evidence/{viewId}: the content of the document about a view. */
export const asOfEvidence = z.object({
  view: asOfView,
  /** The user who requested the document. */
  askedBy: z.object({ name: z.string(), role: z.string() }),
  madeAt: z.string(),
  differences: asOfDifferences,
});
export type AsOfEvidence = z.infer<typeof asOfEvidence>;

/** The page from which the document is made. */
export const evidencePath = '/evidence';
