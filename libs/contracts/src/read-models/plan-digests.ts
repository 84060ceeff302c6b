import type { PlanDigest } from '@superscope/domain/plan-digests/plan-digests';
import { z } from 'zod';
import { documentView } from './document-view.js';

export const modelDigest = z.object({ model: z.string(), rows: z.number(), digest: z.string() });

/** Digests of plans that nightly runs kept, one document for each digest. */
export const planDigestsView = documentView({
  collection: 'planDigests',
  announces: 'planDigests',
  shape: z.object({
    planId: z.string(),
    moment: z.string(),
    position: z.string(),
    events: z.number(),
    digest: z.string(),
    models: z.array(modelDigest),
    /** When the run took place. */
    keptAt: z.string(),
  }) satisfies z.ZodType<PlanDigest>,
  indexes: [{ planId: 1, moment: -1 }],
});
