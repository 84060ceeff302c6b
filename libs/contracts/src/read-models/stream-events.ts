import { analyticsTable, bigNumber, category, count, instant, text } from './analytics-table.js';

/**
 * The events that figures are made of: one row per event, without its data. A plan's streams are those with an event that names the plan.
 * Their rows give the number of events by a moment and the newest event's position in the log.
 */
export const streamEventTable = analyticsTable({
  table: 'stream_event',
  announces: 'streamEvents',
  columns: {
    stream: text,
    revision: count,
    event_type: category,
    /** The plan that the event names; empty where it names none, as a member's activities do. */
    plan_id: category,
    /** In the log of all events. A restored log may have other positions, so it is no content of a digest. */
    position: bigNumber,
    recorded_at: instant,
  },
  key: ['stream', 'revision'],
  writtenLast: true,
});
