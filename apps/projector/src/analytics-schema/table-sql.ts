import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';

/** The kind of tables to create: plain ones on one server, or Replicated ones on every server of a cluster. */
export interface TableKind {
  /** Name of the ClickHouse cluster; null for one server. */
  cluster: string | null;
}

export const onCluster = (kind: TableKind): string => (kind.cluster === null ? '' : ` ON CLUSTER '${kind.cluster}'`);

/** A table's engine. On a cluster each table has its own path in Keeper, named by its UUID, so tables can be renamed safely. */
function engineOf({ newestBy = [], merges = true }: AnalyticsTable, kind: TableKind): string {
  const family = merges ? 'ReplacingMergeTree' : 'MergeTree';
  return kind.cluster === null
    ? `${family}(${newestBy.join(', ')})`
    : `Replicated${family}(${["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'", ...newestBy].join(', ')})`;
}

/**
 * The statement that creates a declared table. `fsync_after_insert` flushes the files of a part and `fsync_part_directory` its folder.
 * Checkpoints are stored elsewhere, and after a power cut they must not be ahead of the rows.
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
