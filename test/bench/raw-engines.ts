import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { timed } from './measure.js';

/** Rows a second that ClickHouse takes when finished rows are only inserted, in inserts as large as the projector's. */
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

/** The event store alone, by its own client: events appended one by one from 32 writers, and read from the first on. */
export class RawEventStore {
  private readonly client: EventStoreDBClient;

  constructor(url: string) {
    this.client = EventStoreDBClient.connectionString(url);
  }

  /** Appends a second of a small event to a stream of its own. No read model handles its type. */
  async appendRate(appends: number): Promise<number> {
    // The first find code that nothing has optimised yet: they count for none.
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

  /** Events a second read of `$all`, at most so many. */
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
