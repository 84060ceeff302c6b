import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { afterAll, beforeAll } from 'vitest';
import type { RealServer } from '../harness/real-server.js';
import { connect, type ClientOptions } from './clickhouse-target.js';

/** A separate database on a server for one suite, which is dropped afterwards. */
export function ownDatabase(open: RealServer['open']) {
  let url: string;
  let close: () => Promise<void>;
  let client: ClickHouseClient;
  const others: ClickHouseClient[] = [];
  const database = `contract_${randomUUID().replaceAll('-', '')}`;
  const clientWith = (options: ClientOptions) => {
    const other = connect(url, { database, ...options });
    others.push(other);
    return other;
  };
  beforeAll(async () => {
    ({ url, close } = await open());
    const first = connect(url);
    await first.command({ query: `CREATE DATABASE ${database}` });
    await first.close();
    client = connect(url, { database });
  });
  afterAll(async () => {
    await client.command({ query: `DROP DATABASE ${database}` });
    await Promise.all([client, ...others].map((one) => one.close()));
    await close();
  });

  let tables = 0;
  const table = async (columns: string, engine = 'MergeTree ORDER BY tuple()') => {
    const name = `t${++tables}`;
    await client.command({ query: `CREATE TABLE ${name} (${columns}) ENGINE = ${engine}` });
    return name;
  };
  return { database, url: () => url, client: () => client, clientWith, table };
}
