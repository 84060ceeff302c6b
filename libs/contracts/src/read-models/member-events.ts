import { z } from 'zod';
import { analyticsTable, category, count, day, flag, instant, uuid } from './analytics-table.js';
import { documentView } from './document-view.js';

const activity = z.object({
  eventType: z.string(),
  effectiveDate: z.string(),
  consultant: z.string().nullable(),
  valid: z.boolean().nullable(),
  outcome: z.string().nullable(),
  amountCents: z.number().nullable(),
  notes: z.string().nullable(),
  fundName: z.string().nullable(),
});

/** What a member did, with notes, which are personal: one document a member, so that erasing the member empties it. */
export const memberEventsView = documentView({
  collection: 'memberEvents',
  announces: 'memberEvents',
  shape: z.object({
    /** By `e{revision}`. */
    events: z.record(z.string(), activity),
  }),
  indexes: [],
});

/** What members did, and that they asked to be contacted: one row an event, which the derivation folds. */
export const memberEventTable = analyticsTable({
  table: 'member_event',
  announces: 'memberEvents',
  columns: {
    member_id: uuid,
    revision: count,
    event_type: category,
    effective_date: day,
    valid: flag,
    /** Why they asked to be contacted; empty otherwise. */
    reason: category,
    recorded_at: instant,
  },
  key: ['member_id', 'revision'],
});
