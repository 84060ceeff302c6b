import { z } from 'zod';
import { readModels, type ReadModel } from './read-models/read-models.js';

export { readModels, type ReadModel };

/** One `change` event of GET /api/changes (server-sent events): read models that changed, and their plan (null: all plans). */
export const change = z.object({
  /** The event's number in this stream of events, from 1. */
  sequence: z.number(),
  planId: z.string().nullable(),
  readModels: z.array(z.enum(readModels)),
  /** Correlation ids of the commands behind the change, at most a bounded number. A browser recognises its own commands by them. */
  correlationIds: z.array(z.string()).optional(),
});
export type Change = z.infer<typeof change>;
