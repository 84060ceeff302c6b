import { noticeOutcomes, watchDirections } from '@superscope/domain/watch/watch';
import { z } from 'zod';
import { documentView } from './document-view.js';

/** A watch. If its first event was set aside, only the fields of later events are known. */
const watch = z.object({
  planId: z.string().optional(),
  metric: z.string().nullable().optional(),
  direction: z.enum(watchDirections).nullable().optional(),
  threshold: z.number().nullable().optional(),
  /** yyyy-MM of the newest month that was compared with the threshold. */
  month: z.string().optional(),
  /** yyyy-MM of the newest month about which its reader was notified. */
  toldOf: z.string().optional(),
});

const notice = z.object({
  /** Null until the notice is mailed. */
  outcome: z.enum(noticeOutcomes).nullable(),
});

/** One document for each reader. */
export const watchesView = documentView({
  collection: 'watches',
  announces: 'watches',
  shape: z.object({
    userId: z.string(),
    /** Watches by id; null once removed. */
    watches: z.record(z.string(), watch.nullable()).optional(),
    /** Notices by id. */
    notices: z.record(z.string(), notice).optional(),
  }),
  indexes: [],
});
