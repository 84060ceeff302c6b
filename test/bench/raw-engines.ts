import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { timed } from './measure.js';

/** Rows per second when finished rows are only inserted into ClickHouse, in inserts as large as the projector's. */
export async function rawInsertRate(clickhouse: ClickHouseClient, mostRows: number): Promise<number> {
  const table = `bench_${randomUUID().replaceAll('-', '')}`;
  const rowsPerInsert = 40_000;
  await clickhouse.command({ query: `CREATE TABLE ${table} AS member_snapshot` });
  try {
    const answer = await clickhouse.query({
      query: `SELECT * FROM member_snapshot LIMIT ${mostRows}`,
      format: 'JSONCompactEachRow',
    });
    const rows = await answer.json<unknown[]>();
    const { seconds } = await timed(async () => {
      for (let from = 0; from < rows.length; from += rowsPerInsert)
        await clickhouse.insert({
          table,
          values: rows.slice(from, from + rowsPerInsert),
          format: 'JSONCompactEachRow',
        });
    });
    return rows.length / seconds;
  } finally {
    await clickhouse.command({ query: `DROP TABLE ${table} SYNC` });
  }
}

/** The event store with its plain client: single events appended by 32 writers, and all events read. */
export class RawEventStore {
  private readonly client: EventStoreDBClient;

  constructor(url: string) {
    this.client = EventStoreDBClient.connectionString(url);
  }

  /** Appends per second of small events, each to its own stream. No read model handles their type. */
  async appendRate(appends: number): Promise<number> {
    // Warms up the code; not counted.
    await this.append(Math.ceil(appends / 2));
    const { seconds } = await timed(() => this.append(appends));
    return appends / seconds;
  }

  private async append(appends: number): Promise<void> {
    let left = appends;
    const write = async () => {
      while (left-- > 0) {
        const data = { note: 'x'.repeat(400) };
        await this.client.appendToStream(`bench-${randomUUID()}`, jsonEvent({ type: 'BenchNoted', data }), {
          expectedRevision: NO_STREAM,
        });
      }
    };
    await Promise.all(Array.from({ length: 32 }, write));
  }

  /** Events per second when reading at most this many of `$all`. */
  async readRate(most: number): Promise<number> {
    let events = 0;
    const { seconds } = await timed(async () => {
      for await (const _ of this.client.readAll({ maxCount: most })) events += 1;
    });
    return events / seconds;
  }

  async close(): Promise<void> {
    await this.client.dispose();
  }
}
