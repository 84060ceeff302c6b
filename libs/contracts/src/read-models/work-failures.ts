import { z } from 'zod';
import { documentView } from './document-view.js';

/** Who has the newest acknowledged failure of a piece of work in hand. Another failure of the same work is nobody's. */
export const workFailuresView = documentView({
  collection: 'work_failures',
  announces: 'work',
  shape: z.object({ failedAt: z.string(), by: z.string(), reason: z.string(), at: z.date() }),
  indexes: [],
});
