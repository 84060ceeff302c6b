import { insertRows } from '@superscope/projector/clickhouse-rows/insert-rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEngine, type Engine } from '../analytics/query-service.js';

const member = '00000000-0000-4000-8000-000000000001';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

it('every day allowed in a file is kept, and unknown is distinct from every day', async () => {
  const days = ['1900-01-01', '1965-03-04', '1969-12-31', '1970-01-01', '1970-01-02', '2148-12-31', null];
  const columns = ['member_id', 'revision', 'joined_on'];
  await insertRows(
    engine.client,
    'member_fact',
    columns,
    days.map((day, i) => [member, 100 + i, day]),
  );
  const query = 'SELECT joined_on FROM member_fact FINAL WHERE revision >= 100 ORDER BY revision';
  const kept = await (await engine.client.query({ query, format: 'JSONCompactEachRow' })).json<unknown[]>();
  expect(kept.flat()).toEqual(days);
});
