import { consultantOf, type MemberActivity } from '@superscope/domain/member/member.events';
import { z } from 'zod';
import { analyticsTable, category, count, day, flag, instant, text, uuid } from './analytics-table.js';
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
  /** Of an activity that was recorded by hand: its own id, and the instant of recording. */
  recorded: z.object({ eventId: z.string(), at: z.string() }).nullable().optional(),
});

/** An activity as the view has it. */
export function activityEntry(eventType: string, recordedActivity: MemberActivity): z.infer<typeof activity> {
  const { effectiveDate, valid, outcome, amountCents, recorded, personal } = recordedActivity;
  const { notes, fundName } = personal;
  const consultant = consultantOf(recordedActivity);
  return { eventType, effectiveDate, consultant, valid, outcome, amountCents, notes, fundName, recorded };
}

const contact = z.object({ at: z.string(), reason: z.string(), status: z.string().nullable() });

/**
 * What a member did and asked for, with notes, which are personal: one document a member, so that erasing the member empties it: what
 * an erased member did is read from the event store. A document whose stream's first events were set aside lacks their fields.
 */
export const memberEventsView = documentView({
  collection: 'memberEvents',
  announces: 'memberEvents',
  shape: z.object({
    /** By `e{revision}`. */
    events: z.record(z.string(), activity).optional(),
    /** Requests to be contacted as often as they were recorded, by `e{revision}`. */
    contacts: z.record(z.string(), contact).optional(),
    /** Ids of recorded activities that were taken back. */
    withdrawn: z.record(z.string(), z.literal(true)).optional(),
  }),
  indexes: [],
});

/** The newest run that processed member events: one document, `newest`. */
export const memberEventRunView = documentView({
  collection: 'memberEventRuns',
  announces: 'memberEvents',
  shape: z.object({
    /** Everything recorded before this day (yyyy-MM-dd) began in Sydney is processed. */
    recordedBefore: z.string(),
    /** When the run was. */
    at: z.string(),
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
    /** Of an activity that was recorded by hand, and of its withdrawal; empty otherwise. */
    event_id: text,
    recorded_at: instant,
  },
  key: ['member_id', 'revision'],
});
