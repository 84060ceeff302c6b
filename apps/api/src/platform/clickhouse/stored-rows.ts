import type { ClickHouseClient } from '@clickhouse/client';
import { takeTurn } from '../turns.js';

/** A row has dozens of values. */
const rowsPerTurn = 200;

/**
 * A query's rows in batches. Each row is an array of values in the order of the query's columns. Batches that wait in a buffer do not block
 * the event loop.
 */
export async function* rowsOf<Row extends readonly unknown[]>(
  clickhouse: ClickHouseClient,
  query: string,
  params: Record<string, unknown>,
): AsyncGenerator<Row[]> {
  const answer = await clickhouse.query({ query, query_params: params, format: 'JSONCompactEachRow' });
  for await (const rows of answer.stream())
    for (let from = 0; from < rows.length; from += rowsPerTurn) {
      yield rows.slice(from, from + rowsPerTurn).map((row) => row.json<Row>());
      await takeTurn();
    }
}
