/** How tables are made: plain on one server, or Replicated on every server of a cluster. */
export interface TableKind {
  /** Name of the ClickHouse cluster; null for one server. */
  cluster: string | null;
}

/** One numbered step. Statements are idempotent: a step that died midway runs again from its start. */
export interface Migration {
  id: number;
  name: string;
  up: (kind: TableKind) => string[];
  down: (kind: TableKind) => string[];
}

export const onCluster = (kind: TableKind): string => (kind.cluster === null ? '' : ` ON CLUSTER '${kind.cluster}'`);

/** The engine of a table by name; on a cluster each table has a path of its own in Keeper, by its UUID, so renames are safe. */
export const engine = (kind: TableKind, family: 'MergeTree' | 'ReplacingMergeTree', args: string[]): string =>
  kind.cluster === null
    ? `${family}(${args.join(', ')})`
    : `Replicated${family}(${["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'", ...args].join(', ')})`;
