import { z } from 'zod';
import { asOfDifferences } from './as-of-changes.js';
import { asOfView } from './as-of-views.js';

/** Answer to GET /api/history/evidence/{viewId}: what the document about a view says. */
export const asOfEvidence = z.object({
  view: asOfView,
  /** Who has the document made. */
  askedBy: z.object({ name: z.string(), role: z.string() }),
  madeAt: z.string(),
  differences: asOfDifferences,
});
export type AsOfEvidence = z.infer<typeof asOfEvidence>;

/** The page that the document is made of. */
export const evidencePath = '/evidence';
