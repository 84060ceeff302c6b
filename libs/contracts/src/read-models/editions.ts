import { z } from 'zod';
import {
  analyticsTable,
  bigNumber,
  category,
  count,
  day,
  factoredCents,
  instant,
  optionalFactoredCents,
} from './analytics-table.js';
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

/**
 * What the members of an edition hold, by asset: those who hold any of it, and their factored cents. Employers read it as at quarter ends
 * and of whole plans, so a row for each asset of those months is all that it takes.
 */
export const assetEditionTable = analyticsTable({
  table: 'asset_edition',
  announces: 'editions',
  columns: {
    plan_id: category,
    month: day,
    version: bigNumber,
    asset_code: category,
    members: count,
    total_factored_cents: factoredCents,
    lowest_factored_cents: factoredCents,
    highest_factored_cents: factoredCents,
  },
  key: ['plan_id', 'month', 'version', 'asset_code'],
  merges: false,
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
