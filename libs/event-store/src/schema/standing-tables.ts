import { layoutOf, type WantedTable } from './wanted-schema.js';

/** Reads rows of ClickHouse as objects, with 64-bit integers as numbers or texts. */
export type ReadRows = <Row>(query: string) => Promise<Row[]>;

interface StandingTable {
  name: string;
  columns: string[];
  sorting_key: string;
  partition_key: string;
  engine: string;
  engine_full: string;
}

/** Names of the wanted tables that are missing, and of those that stand with another layout. */
export async function comparedTables(
  rows: ReadRows,
  wanted: readonly WantedTable[],
): Promise<{ missing: string[]; others: string[] }> {
  const standing = await standingLayouts(rows);
  const names = (found: readonly WantedTable[]) => found.map(({ table }) => table);
  return {
    missing: names(wanted.filter(({ table }) => !standing.has(table))),
    others: names(wanted.filter((table) => (standing.get(table.table) ?? layoutOf(table)) !== layoutOf(table))),
  };
}

/** Layouts of the database's tables, by name. */
async function standingLayouts(rows: ReadRows): Promise<Map<string, string>> {
  const tables = await rows<StandingTable>(
    `SELECT t.name AS name, t.sorting_key AS sorting_key, t.partition_key AS partition_key, t.engine AS engine,
  t.engine_full AS engine_full, c.columns AS columns
FROM system.tables AS t
INNER JOIN (
  SELECT table, groupArray(concat(name, ' ', type)) AS columns
  FROM (SELECT table, name, type FROM system.columns WHERE database = currentDatabase() ORDER BY table, position) GROUP BY table
) AS c ON c.table = t.name
WHERE t.database = currentDatabase()`,
  );
  return new Map(
    tables.map((table) => [
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
