import { z } from 'zod';
import { readModels, type ReadModel } from './read-models/read-models.js';

export { readModels, type ReadModel };

/** One `change` event of GET /api/changes (server-sent events): which read models moved, of which plan (null: of all). */
export const change = z.object({
  /** In this stream of events, from 1. */
  sequence: z.number(),
  planId: z.string().nullable(),
  readModels: z.array(z.enum(readModels)),
  /** Of the commands behind it, some where they are many: by it a browser knows its own. */
  correlationIds: z.array(z.string()).optional(),
});
export type Change = z.infer<typeof change>;
