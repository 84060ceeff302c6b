import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import { analyticsTables } from '@superscope/contracts/read-models/read-models';
import { comparedTables } from '@superscope/event-store/schema/standing-tables';
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
  const rows = async <Row>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
  const { missing, others } = await comparedTables(rows, tables);
  if (others.length > 0) throw new OtherSchema(others);
  for (const table of tables.filter(({ table }) => missing.includes(table)))
    await client.command({ query: createTable(table, kind) });
  return missing;
}
