import { z } from 'zod';
import { analyticsTable, category, cents, count, day, instant, oneOf, text, uuid } from './analytics-table.js';
import { documentView } from './document-view.js';
import { snapshotTableColumns } from './snapshot-columns.js';

/** Every chunk of every import of snapshots. All are kept, because withdrawing an import makes the one before it current again. */
export const snapshotRawTable = analyticsTable({
  table: 'snapshot_raw',
  announces: 'memberSnapshots',
  columns: {
    plan_id: category,
    month: day,
    import_id: category,
    member_id: uuid,
    ...snapshotTableColumns,
  },
  key: ['plan_id', 'month', 'import_id', 'member_id'],
  partitionBy: 'toYear(month)',
});

/** Every chunk of every import of members' holdings. */
export const assetsOwnedRawTable = analyticsTable({
  table: 'assets_owned_raw',
  announces: 'memberSnapshots',
  columns: {
    plan_id: category,
    month: day,
    import_id: category,
    member_id: uuid,
    asset_code: category,
    balance_cents: cents,
  },
  key: ['plan_id', 'month', 'import_id', 'member_id', 'asset_code'],
  partitionBy: 'toYear(month)',
});

/** Steps of imports by stream revision. Folding them tells which import of a plan-month is current. */
export const planMonthImportTable = analyticsTable({
  table: 'plan_month_import',
  announces: 'memberSnapshots',
  columns: {
    content: oneOf(['snapshots', 'assets']),
    plan_id: category,
    month: day,
    revision: count,
    step: oneOf(['completed', 'withdrawn']),
    import_id: text,
    rows: count,
    digest: text,
    recorded_at: instant,
  },
  key: ['plan_id', 'content', 'month', 'revision'],
});

/** Months (yyyy-MM) that the calendar opened. The running month carries the newest snapshot forward. */
export const calendarView = documentView({
  collection: 'calendar',
  announces: 'memberSnapshots',
  /** `at`: when the opening was recorded, in ClickHouse's format. */
  shape: z.object({ month: z.string(), at: z.string().optional() }),
  indexes: [],
});
