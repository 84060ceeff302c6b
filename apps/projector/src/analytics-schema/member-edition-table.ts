import { memberSnapshotColumns } from './member-snapshot-table.js';
import { engine, onCluster, type TableKind } from './migration.js';

/** Columns that an edition's rows have beside those of `member_snapshot`: what one member brings into published numbers. */
export const publishingColumns = [
  ['record_key', 'UInt64'],
  ['total_assets_owned_factored_cents', 'Nullable(Int64)'],
  ['fees_factored_cents', 'Nullable(Int64)'],
  ['retirement_income_factored_cents', 'Nullable(Int64)'],
] as const;

/** What the rows of an edition and the live rows share. Rows of an edition are never deleted: readers ask for a version. */
export const sharedColumns = memberSnapshotColumns.map(([name]) => name).filter((name) => name !== 'is_deleted');

const columns = [...memberSnapshotColumns.filter(([name]) => sharedColumns.includes(name)), ...publishingColumns];

/**
 * By version before member: the rows of one version of a plan-month stand together, and those of a version that crashed or was replaced
 * are passed over. Rows are written once and never merged, so a question needs no FINAL.
 */
export const createMemberEdition = (kind: TableKind): string => `
CREATE TABLE IF NOT EXISTS member_edition${onCluster(kind)} (
${columns.map(([name, type]) => `  ${name} ${type}`).join(',\n')}
) ENGINE = ${engine(kind, 'MergeTree', [])}
PARTITION BY toYear(month)
ORDER BY (plan_id, month, version, member_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;
