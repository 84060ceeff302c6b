import { noticeOutcomes, watchDirections } from '@superscope/domain/watch/watch';
import { z } from 'zod';
import { documentView } from './document-view.js';

/** A watch whose first event was set aside has only what was found of it later. */
const watch = z.object({
  planId: z.string().optional(),
  metric: z.string().nullable().optional(),
  direction: z.enum(watchDirections).nullable().optional(),
  threshold: z.number().nullable().optional(),
  /** yyyy-MM of the newest month that it was held against. */
  month: z.string().optional(),
  /** yyyy-MM of the newest month of which its reader was told. */
  toldOf: z.string().optional(),
});

const notice = z.object({
  /** Null while it is to be mailed. */
  outcome: z.enum(noticeOutcomes).nullable(),
});

/** One document for each reader. */
export const watchesView = documentView({
  collection: 'watches',
  announces: 'watches',
  shape: z.object({
    userId: z.string(),
    /** By watch id; null once removed. */
    watches: z.record(z.string(), watch.nullable()).optional(),
    /** By notice id. */
    notices: z.record(z.string(), notice).optional(),
  }),
  indexes: [],
});
