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
  version,
  yesOrNo,
} from './analytics-table.js';
import { documentView } from './document-view.js';
import { memberSnapshotTable } from './member-snapshots.js';

const { is_deleted: _, ...shared } = memberSnapshotTable.columns;

/**
 * Rows of closed plan-months, for employers. The version precedes the member in the key, so that the rows of one version of a plan-month
 * lie together. Readers skip versions that were replaced, or whose derivation crashed.
 */
export const memberEditionTable = analyticsTable({
  table: 'member_edition',
  announces: 'editions',
  columns: {
    ...shared,
    /** The member's record key, which goes into the key of every published cell that counts the member. */
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

/** Members who left a closed plan-month, as `member_exit` has them. The plan-month's key and number of members do not include them. */
export const exitEditionTable = analyticsTable({
  table: 'exit_edition',
  announces: 'editions',
  columns: memberEditionTable.columns,
  key: ['plan_id', 'month', 'version', 'member_id'],
  merges: false,
  partitionBy: 'toYear(month)',
  countedBy: { table: 'plan_month', columns: ['plan_id', 'month', 'version'] },
});

/**
 * Holdings of an edition's members by asset: the number of holders, and their factored cents. Employers see only quarter ends and whole
 * plans, so one row for each asset of such a month is enough.
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

/** The edition of each closed plan-month. The row is written once all rows of the edition are stored, and its version selects them. */
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
    /** Number of the rules by which it is published (domain/publishing/publishing-rules.ts). */
    rules: count,
    /** What was known of the plan's payroll, and whether its salaries and ages are therefore public. */
    payroll: category,
    one_payroll: yesOrNo,
  },
  key: ['plan_id', 'month'],
  newestBy: ['version'],
});

/**
 * The number of a plan's members in each month after its newest edition, counted once a night and after an import. It is all that employers
 * read of months that are not closed.
 */
export const runningMonthTable = analyticsTable({
  table: 'running_month',
  announces: 'editions',
  columns: {
    plan_id: category,
    month: day,
    members: count,
    /** Facts recorded after this instant are not counted. */
    recorded_by: instant,
    version: version,
    is_deleted: yesOrNo,
  },
  key: ['plan_id', 'month'],
  newestBy: ['version', 'is_deleted'],
});

/** Months (yyyy-MM) that the calendar closed, each together with all earlier ones, and when it closed them. */
export const closingsView = documentView({
  collection: 'closings',
  announces: 'editions',
  shape: z.object({ month: z.string(), at: z.string() }),
  indexes: [],
});
