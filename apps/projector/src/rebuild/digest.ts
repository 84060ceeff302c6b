import { hash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsTable } from '@superscope/contracts/read-models/analytics-table';
import { analyticsTables, type TableName } from '@superscope/contracts/read-models/read-models';
import type { Collection, Document, Filter } from 'mongodb';

/** Content of one table or collection: the number of rows, and a digest that does not depend on their order. */
export interface Digest {
  rows: number;
  digest: string;
}

/** Versions depend on when a row was derived, which differs in a rebuild, so they are not content. */
const notContent = new Set(['version']);

/** Whether a column of a table counts as content. */
export const isContent = (column: string): boolean => !notContent.has(column);

/** Columns of a table that count as content, in the table's order. */
export async function contentColumns(clickhouse: ClickHouseClient, table: string): Promise<string[]> {
  const answer = await clickhouse.query({
    query: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position`,
    query_params: { table },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ name: string }>()).map((row) => row.name).filter(isContent);
}

/** A column's value as text, never NULL: one NULL would make the hash of the whole row NULL. */
export const valueText = (column: string): string => `ifNull(toString(${column}), '\\0')`;

/** A hash of some columns of a row. */
export const rowHash = (columns: readonly string[]): string => `cityHash64(${columns.map(valueText).join(', ')})`;

/**
 * The FROM clause for a table's rows that count. For a table with `countedBy`, only the rows that the other table names count. `tableOf`
 * gives the names of tables in the set; `also` are further conditions.
 */
export function countedRows(
  tableOf: (name: TableName) => string,
  name: TableName,
  also: readonly string[] = [],
): string {
  const { countedBy }: AnalyticsTable<TableName> = analyticsTables.find(({ table }) => table === name)!;
  if (countedBy === undefined)
    return `${tableOf(name)} FINAL${also.length === 0 ? '' : ` WHERE ${also.join(' AND ')}`}`;
  const columns = countedBy.columns.join(', ');
  const named = `(${columns}) IN (SELECT ${columns} FROM ${tableOf(countedBy.table as TableName)} FINAL)`;
  return `${tableOf(name)} WHERE ${[named, ...also].join(' AND ')}`;
}

/** Digest of some columns of ClickHouse rows; `from` is what follows FROM. */
export async function tableDigest(
  clickhouse: ClickHouseClient,
  from: string,
  columns: readonly string[],
  params: Record<string, unknown> = {},
): Promise<Digest> {
  const answer = await clickhouse.query({
    query: `SELECT count() AS all_rows, toString(sum(${rowHash(columns)})) AS all_digest
FROM ${from}`,
    query_params: params,
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ all_rows: number; all_digest: string }>();
  return { rows: Number(row?.all_rows ?? 0), digest: row?.all_digest ?? '0' };
}

/** Digest of a collection of views: the sum of its documents' hashes, which does not depend on their order. */
export async function collectionDigest<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T> = {},
): Promise<Digest> {
  let rows = 0;
  let sum = 0n;
  const cursor = collection.find(filter);
  while (await cursor.hasNext())
    for (const document of cursor.readBufferedDocuments()) {
      rows += 1;
      sum += hash('sha256', canonical(document), 'buffer').readBigUInt64BE();
    }
  return { rows, digest: (sum & 0xffff_ffff_ffff_ffffn).toString() };
}

/** JSON with sorted keys. Arrays that are sets (addToSet) are sorted too, because their order is the order of arrival. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (value instanceof Date || typeof (value as { toHexString?: unknown }).toHexString === 'function')
    return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    return `[${(value.every((item) => typeof item === 'string') ? items.sort() : items).join(',')}]`;
  }
  const fields = value as Record<string, unknown>;
  // Added up, because lists of the entries are a fifth of a proof's garbage.
  let text = '';
  for (const key of Object.keys(fields).sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`;
  return `{${text}}`;
}
