import { analyticsTable, bigNumber, category, count, instant, text, uuid } from './analytics-table.js';

/** Value of a row that names no member. */
export const noMember = '00000000-0000-0000-0000-000000000000';

/**
 * One row for every event of the log, without the event's data and so without any personal field. The data is read from the event store.
 * `position` and `prepare` together are the event's place in the log.
 */
export const recordedEventTable = analyticsTable({
  table: 'recorded_event',
  announces: 'eventHistory',
  columns: {
    position: bigNumber,
    prepare: bigNumber,
    recorded_at: instant,
    category: category,
    stream: text,
    revision: count,
    event_type: category,
    event_id: uuid,
    /** The plan that the event itself names; empty if it names none. */
    plan_id: category,
    /** The member in whose stream the event is. */
    member_id: uuid,
    actor: category,
    role: category,
    correlation_id: text,
    causation_id: text,
    command_id: text,
    /** Bytes of the event's data as stored. */
    size: count,
    /** Kinds of read models that the projections changed for the event, comma-separated. */
    read_models: category,
    /** Whose plan-months became stale: `plan`, `platform`, `member` or `all`; empty if none did. */
    stale_of: category,
    /** yyyy-MM, inclusive. */
    stale_from: category,
    stale_to: category,
  },
  key: ['position', 'prepare'],
  partitionBy: 'toYear(recorded_at)',
  // Matching rows are far apart, and a page reads this many rows for each event that it shows.
  rowsPerMark: 1024,
  indexes: {
    recorded_at: 'minmax',
    stream: 'bloom_filter(0.01)',
    event_type: 'bloom_filter(0.01)',
    plan_id: 'bloom_filter(0.01)',
    member_id: 'bloom_filter(0.01)',
    actor: 'bloom_filter(0.01)',
    correlation_id: 'bloom_filter(0.01)',
  },
  ofTheLog: true,
});

/** Which events name a member: events of the member's own stream, and events about many members, such as a chunk of an imported month. */
export const recordedEventMemberTable = analyticsTable({
  table: 'recorded_event_member',
  announces: 'eventHistory',
  columns: { member_id: uuid, position: bigNumber, prepare: bigNumber },
  key: ['member_id', 'position', 'prepare'],
  ofTheLog: true,
});
