import type { ClickHouseClient } from '@clickhouse/client';

/** A query's rows in batches. Each row is an array of values in the order of the query's columns. */
export async function* rowsOf<Row extends readonly unknown[]>(
  clickhouse: ClickHouseClient,
  query: string,
  params: Record<string, unknown>,
): AsyncGenerator<Row[]> {
  const answer = await clickhouse.query({ query, query_params: params, format: 'JSONCompactEachRow' });
  for await (const rows of answer.stream()) yield rows.map((row) => row.json<Row>());
}
