import { z } from 'zod';
import { analyticsTable, bigNumber, category, count, day, instant, optionalFactoredCents } from './analytics-table.js';
import { documentView } from './document-view.js';
import { memberSnapshotTable } from './member-snapshots.js';

const { is_deleted: _, ...shared } = memberSnapshotTable.columns;

/**
 * Rows of closed plan-months, for employers. The version stands before the member in the key: the rows of one version of a plan-month
 * stand together, and those of a version that crashed or was replaced are passed over.
 */
export const memberEditionTable = analyticsTable({
  table: 'member_edition',
  announces: 'editions',
  columns: {
    ...shared,
    /** What one member contributes to published numbers. */
    record_key: bigNumber,
    total_assets_owned_factored_cents: optionalFactoredCents,
    fees_factored_cents: optionalFactoredCents,
    retirement_income_factored_cents: optionalFactoredCents,
  },
  key: ['plan_id', 'month', 'version', 'member_id'],
  merges: false,
  partitionBy: 'toYear(month)',
  countedBy: { table: 'plan_month', columns: ['plan_id', 'month', 'version'] },
});

/** The edition of each closed plan-month. It is written once all rows of the edition are stored: its version names them. */
export const planMonthTable = analyticsTable({
  table: 'plan_month',
  announces: 'editions',
  columns: {
    plan_id: category,
    month: day,
    edition: count,
    version: bigNumber,
    members: count,
    /** Sum of the members' record keys, modulo 2^64. */
    record_key: bigNumber,
    recorded_by: instant,
    closed_at: instant,
  },
  key: ['plan_id', 'month'],
  newestBy: ['version'],
});

/** Months (yyyy-MM) that the calendar closed, each with all before it, and when. */
export const closingsView = documentView({
  collection: 'closings',
  announces: 'editions',
  shape: z.object({ month: z.string(), at: z.string() }),
  indexes: [],
});
