import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Collection, Document } from 'mongodb';

/** Content of one table or collection: how many rows, and a digest that no order changes. */
export interface Digest {
  rows: number;
  digest: string;
}

/** Versions say when a row was derived, which a rebuild does at another time; they are no content. */
const notContent = new Set(['version']);

/** Columns of a table that count as content, in the table's order. */
export async function contentColumns(clickhouse: ClickHouseClient, table: string): Promise<string[]> {
  const answer = await clickhouse.query({
    query: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position`,
    query_params: { table },
    format: 'JSONEachRow',
  });
  return (await answer.json<{ name: string }>()).map((row) => row.name).filter((name) => !notContent.has(name));
}

/** Digest of some columns of ClickHouse rows; `from` is what follows FROM. */
export async function tableDigest(
  clickhouse: ClickHouseClient,
  from: string,
  columns: readonly string[],
): Promise<Digest> {
  const answer = await clickhouse.query({
    // toString: a Nullable column's hash would be NULL where it is.
    query: `SELECT count() AS all_rows, toString(sum(cityHash64(${columns.map((c) => `ifNull(toString(${c}), '\\0')`).join(', ')}))) AS all_digest
FROM ${from}`,
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ all_rows: number; all_digest: string }>();
  return { rows: Number(row?.all_rows ?? 0), digest: row?.all_digest ?? '0' };
}

/** Digest of a collection of views: the sum of its documents' hashes, so order does not matter. */
export async function collectionDigest<T extends Document>(collection: Collection<T>): Promise<Digest> {
  let rows = 0;
  let sum = 0n;
  for await (const document of collection.find({})) {
    rows += 1;
    sum += createHash('sha256').update(canonical(document)).digest().readBigUInt64BE();
  }
  return { rows, digest: (sum & 0xffff_ffff_ffff_ffffn).toString() };
}

/** JSON with sorted keys; arrays that are sets (addToSet) are sorted too, as their order is that of arrival. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (value instanceof Date || typeof (value as { toHexString?: unknown }).toHexString === 'function')
    return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    return `[${(value.every((item) => typeof item === 'string') ? items.sort() : items).join(',')}]`;
  }
  const entries = Object.entries(value as Record<string, unknown>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${entries.join(',')}}`;
}
