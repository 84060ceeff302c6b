import {
  analyticsTable,
  category,
  count,
  instant,
  smallCounts,
  text,
  texts,
  wholeCounts,
} from './read-models/analytics-table.js';

/**
 * How long screens, calls and jobs took, by minute and name: rows that processes add to, and that no event holds. A process writes a row for
 * what it timed since its last one, so rows of one minute and name add up. They are written once and never repeated.
 */
export const speedTable = analyticsTable({
  table: 'speed_minute',
  announces: 'speed',
  columns: {
    minute: instant,
    /** What was timed, what a slow call waited for, or that times of this minute were kept, a process started, or an alert fired. */
    kind: category,
    name: category,
    /** Of a start, what was started. */
    detail: text,
    count: count,
    /** Steps of the histogram in which something is, ascending, and how much. Of a slow call, what it waited for and for how many milliseconds. */
    steps: smallCounts,
    counts: wholeCounts,
    /** The slowest of the batch, in milliseconds, and the correlation id of each. */
    slow_ms: wholeCounts,
    slow_ids: texts,
  },
  key: ['kind', 'name', 'minute'],
  merges: false,
  // A day is dropped at a time.
  partitionBy: 'toYYYYMMDD(minute)',
});

/** Tables that are no read models: a rebuild neither makes nor compares them, and a view of a past moment has none. */
export const keptTables = [speedTable] as const;
