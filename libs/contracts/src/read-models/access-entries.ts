import {
  analyticsTable,
  bigNumber,
  category,
  count,
  day,
  instant,
  optionalBigNumber,
  text,
  texts,
} from './analytics-table.js';

/** The access log, one row per entry. Texts are empty where an entry has none. */
export const accessEntryTable = analyticsTable({
  table: 'access_entry',
  announces: 'access',
  columns: {
    /** The day in Australia/Sydney. */
    on_date: day,
    /** The entry's stream by its id, the event's revision there, and the entry's place in the event, from 0. */
    stream_id: category,
    revision: bigNumber,
    entry: count,
    at: instant,
    /** Of entries without a session: one for each day, user and address. */
    session: text,
    user_id: category,
    role: category,
    address: category,
    action: category,
    type: category,
    context: category,
    path: category,
    referrer: category,
    object: text,
    plan_id: category,
    /** Inner ids. */
    members: texts,
    row_count: optionalBigNumber,
    outcome: category,
  },
  key: ['on_date', 'stream_id', 'revision', 'entry'],
  partitionBy: 'toYYYYMM(on_date)',
  ofTheLog: true,
});
