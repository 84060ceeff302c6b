import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';

/** How tables are made: plain on one server, or Replicated on every server of a cluster. */
export interface TableKind {
  /** Name of the ClickHouse cluster; null for one server. */
  cluster: string | null;
}

export const onCluster = (kind: TableKind): string => (kind.cluster === null ? '' : ` ON CLUSTER '${kind.cluster}'`);

/** The engine of a table; on a cluster each table has a path of its own in Keeper, by its UUID, so renames are safe. */
function engineOf({ newestBy = [], merges = true }: AnalyticsTable, kind: TableKind): string {
  const family = merges ? 'ReplacingMergeTree' : 'MergeTree';
  return kind.cluster === null
    ? `${family}(${newestBy.join(', ')})`
    : `Replicated${family}(${["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'", ...newestBy].join(', ')})`;
}

/**
 * The statement that makes a declared table. `fsync_after_insert` flushes what is in a part, `fsync_part_directory` that the part is
 * there: checkpoints are kept elsewhere, and after a power cut they must not be ahead of the rows.
 */
export function createTable(table: AnalyticsTable, kind: TableKind): string {
  const columns = Object.entries(table.columns).map(([name, { type }]) => `  ${name} ${type}`);
  const indexes = Object.entries(table.indexes ?? {}).map(
    ([column, type]) => `  INDEX by_${column} ${column} TYPE ${type} GRANULARITY 1`,
  );
  return `CREATE TABLE IF NOT EXISTS ${table.table}${onCluster(kind)} (
${[...columns, ...indexes].join(',\n')}
) ENGINE = ${engineOf(table, kind)}
${table.partitionBy === undefined ? '' : `PARTITION BY ${table.partitionBy}\n`}ORDER BY (${table.key.join(', ')})
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1${table.rowsPerMark === undefined ? '' : `, index_granularity = ${table.rowsPerMark}`}`;
}
