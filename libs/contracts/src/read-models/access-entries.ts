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

/** The access log, one row for each entry. Texts are empty if the entry has none. */
export const accessEntryTable = analyticsTable({
  table: 'access_entry',
  announces: 'access',
  columns: {
    /** The day in Australia/Sydney. */
    on_date: day,
    /** Id of the entry's stream, revision of its event, and the entry's place in the event, from 0. */
    stream_id: category,
    revision: bigNumber,
    entry: count,
    at: instant,
    /** The session. Entries without one share a value for each day, user and address. */
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
    /** Inner ids of members. */
    members: texts,
    row_count: optionalBigNumber,
    outcome: category,
  },
  key: ['on_date', 'stream_id', 'revision', 'entry'],
  partitionBy: 'toYYYYMM(on_date)',
  ofTheLog: true,
});
