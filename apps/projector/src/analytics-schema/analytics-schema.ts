import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import { analyticsTables } from '@superscope/contracts/read-models/read-models';
import { createTable, type TableKind } from './table-sql.js';

/** Existing tables differ from the declared ones. */
export class OtherSchema extends Error {
  constructor(tables: readonly string[]) {
    super(
      `The analytics tables (${tables.join(', ')}) were made by another version of Superscope: please stop it, drop them (in a data folder: remove its folder clickhouse), start it again and run npm run rebuild -- --accept.`,
    );
    this.name = 'OtherSchema';
  }
}

/** Creates the declared tables that are missing and returns them. Throws OtherSchema if an existing table differs from its declaration. */
export async function makeTables(
  client: ClickHouseClient,
  kind: TableKind,
  tables: readonly AnalyticsTable[] = analyticsTables,
): Promise<string[]> {
  const standing = await standingTables(client);
  const others = tables.filter((table) => (standing.get(table.table) ?? layoutOf(table)) !== layoutOf(table));
  if (others.length > 0) throw new OtherSchema(others.map(({ table }) => table));
  const missing = tables.filter(({ table }) => !standing.has(table));
  for (const table of missing) await client.command({ query: createTable(table, kind) });
  return missing.map(({ table }) => table);
}

/**
 * The properties that make two tables equal: columns with their types in order, key, partitions, and which of several rows with the same
 * key is kept.
 */
const layoutOf = ({ columns, key, partitionBy = '', newestBy = [], merges = true }: AnalyticsTable): string =>
  JSON.stringify([
    Object.entries(columns).map(([name, { type }]) => `${name} ${type}`),
    key.join(', '),
    partitionBy,
    merges,
    newestBy.join(', '),
  ]);

interface StandingTable {
  name: string;
  columns: string[];
  sorting_key: string;
  partition_key: string;
  engine: string;
  engine_full: string;
}

/** Layouts of the database's tables, by name. */
async function standingTables(client: ClickHouseClient): Promise<Map<string, string>> {
  const answer = await client.query({
    query: `SELECT t.name AS name, t.sorting_key AS sorting_key, t.partition_key AS partition_key, t.engine AS engine,
  t.engine_full AS engine_full, c.columns AS columns
FROM system.tables AS t
INNER JOIN (
  SELECT table, groupArray(concat(name, ' ', type)) AS columns
  FROM (SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position) GROUP BY table
) AS c ON c.table = t.name
WHERE t.database = currentDatabase()`,
    format: 'JSONEachRow',
  });
  return new Map(
    (await answer.json<StandingTable>()).map((table) => [
      table.name,
      JSON.stringify([
        table.columns,
        table.sorting_key.replace(/^\((.*)\)$/, '$1'),
        table.partition_key,
        table.engine.endsWith('ReplacingMergeTree'),
        newestByOf(table.engine_full),
      ]),
    ]),
  );
}

/**
 * The columns among an engine's arguments: `ReplacingMergeTree(version, is_deleted) PARTITION BY …`. In a replicated table, the path of the
 * replica precedes them.
 */
const newestByOf = (engine: string): string =>
  (/^\w*MergeTree\(([^)]*)\)/.exec(engine)?.[1] ?? '')
    .split(', ')
    .filter((argument) => argument !== '' && !argument.startsWith("'"))
    .join(', ');
