import { analyticsTable, bigNumber, category, count, instant, text } from './analytics-table.js';

/**
 * Which events figures are made of: one row an event, without what it says. A plan's streams are those with an event that names the
 * plan; how many events they had by a moment, and where the newest is in the log, follows from their rows.
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
});
