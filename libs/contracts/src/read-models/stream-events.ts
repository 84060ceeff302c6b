import { analyticsTable, bigNumber, category, count, instant, text } from './analytics-table.js';

/**
 * The events from which figures are made: one row for each event, without its data. A plan's streams are those with an event that names the
 * plan. Their rows give the number of events by a moment and the newest event's position in the log.
 */
export const streamEventTable = analyticsTable({
  table: 'stream_event',
  announces: 'streamEvents',
  columns: {
    stream: text,
    revision: count,
    event_type: category,
    /** The plan that the event names; empty if it names none, as for a member's activities. */
    plan_id: category,
    /** Position in the log of all events. A restored log may have other positions, so digests leave it out. */
    position: bigNumber,
    recorded_at: instant,
  },
  key: ['stream', 'revision'],
  writtenLast: true,
});
