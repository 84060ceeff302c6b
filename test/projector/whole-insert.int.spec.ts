import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertRows } from '@superscope/projector/clickhouse-rows/insert-rows';
import { PortalEngines } from '../harness/portal-engines.js';

let engines: PortalEngines;

beforeAll(async () => (engines = await PortalEngines.start()), 60_000);
afterAll(() => engines.stop());

it('an insert of more rows than one block is stored atomically, so that it is never partly visible', async () => {
  await engines.clickhouse.command({ query: 'CREATE TABLE many (flag UInt8) ENGINE = MergeTree ORDER BY flag' });
  const row = [1];
  await insertRows(engines.clickhouse, 'many', ['flag'], Array<number[]>(1_200_000).fill(row));
  const parts = await engines.rows<{ rows: number }>(
    "SELECT toUInt32(rows) AS rows FROM system.parts WHERE table = 'many' AND level = 0",
  );
  expect(parts).toEqual([{ rows: 1_200_000 }]);
}, 60_000);
