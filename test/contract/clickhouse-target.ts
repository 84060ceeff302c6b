import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient, type ClickHouseError } from '@clickhouse/client';

export const temporaryDir = () => mkdtempSync(join(tmpdir(), 'clickhouse-'));

export type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

/** A client configured like the product's, but without logging provoked errors. */
export const connect = (url: string, options: ClientOptions = {}): ClickHouseClient =>
  createClient({
    url,
    max_open_connections: 64,
    log: { level: ClickHouseLogLevel.OFF },
    ...options,
    // The embedded engine's setting, applied to every server.
    clickhouse_settings: { async_insert: 0, ...options.clickhouse_settings },
  });

type Query = Omit<Parameters<ClickHouseClient['query']>[0], 'query' | 'format'>;

export async function rows<R = Record<string, unknown>>(client: ClickHouseClient, query: string, rest: Query = {}) {
  const result = await client.query({ query, format: 'JSONEachRow', ...rest });
  return result.json<R>();
}

/** The value of a result with one row and one column. */
export async function value(client: ClickHouseClient, query: string, rest: Query = {}): Promise<unknown> {
  const [row, ...more] = await rows(client, query, rest);
  if (!row || more.length > 0) throw new Error(`One row expected of: ${query}`);
  return Object.values(row)[0];
}

export const failureOf = (promise: Promise<unknown>): Promise<ClickHouseError> =>
  promise.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: ClickHouseError) => error,
  );

/** Reads a streamed result to its end and counts the remaining rows. */
export async function drained(stream: AsyncIterable<unknown[]>): Promise<number> {
  let count = 0;
  for await (const batch of stream) count += batch.length;
  return count;
}

/** The number of running queries containing this text, without this one. */
export async function running(client: ClickHouseClient, text: string): Promise<number> {
  const query = `SELECT toUInt32(count()) FROM system.processes
    WHERE position(query, {text:String}) > 0 AND position(query, 'system.processes') = 0`;
  return Number(await value(client, query, { query_params: { text } }));
}
