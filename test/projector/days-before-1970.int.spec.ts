import { createClient } from '@clickhouse/client';
import { daysBefore1970 } from '@superscope/projector/analytics-schema/migrations/0006-days-before-1970';
import { insertRows } from '@superscope/projector/clickhouse-rows/insert-rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEngine, type Engine } from '../analytics/query-service.js';

const plain = { cluster: null };
const member = '00000000-0000-4000-8000-000000000001';

let engine: Engine;
const run = async (queries: readonly string[]) => {
  for (const query of queries) await engine.client.command({ query });
};
const rows = async (query: string) =>
  (await engine.client.query({ query, format: 'JSONCompactEachRow' })).json<unknown[]>();

/** A fact as written by a projector of the previous version, which may still be running. */
const factOfBefore = (revision: number, joined: string | null) =>
  insertRows(
    engine.client,
    'member_fact',
    ['member_id', 'revision', 'event_type', 'join_date', 'exit_date', 'on_date'],
    [[member, revision, 'MemberRegistered', joined, null, joined]],
  );
const snapshotOfBefore = (planId: string, joined: string) =>
  insertRows(
    engine.client,
    'member_snapshot',
    ['plan_id', 'month', 'member_id', 'join_date', 'exit_date', 'version'],
    [[planId, '2024-06-01', member, joined, '1970-01-01', 1]],
  );

beforeAll(async () => {
  engine = await startEngine();
  await run(daysBefore1970.down(plain));
  await factOfBefore(1, '2016-07-01');
  await factOfBefore(2, '1965-03-04');
  await factOfBefore(3, null);
  await snapshotOfBefore('day', '2016-07-01');
  await snapshotOfBefore('cut', '1965-03-04');
  await snapshotOfBefore('unknown', '1970-01-01');
});
afterAll(() => engine?.stop());

it('data of an earlier schema is kept, even if the migration is interrupted, repeated or run concurrently', async () => {
  await run(daysBefore1970.up(plain).slice(0, 1));
  for (let time = 0; time < 2; time += 1) await run(daysBefore1970.up(plain));
  await factOfBefore(4, '2017-08-02');
  await snapshotOfBefore('later', '2017-08-02');
  const facts = 'SELECT revision, joined_on, exited_on, on_day FROM member_fact FINAL ORDER BY revision';
  const asBefore = [
    [1, '2016-07-01', null, '2016-07-01'],
    // The date was cut by the version that wrote it.
    [2, '1970-01-01', null, '1970-01-01'],
    [3, null, null, null],
    [4, '2017-08-02', null, '2017-08-02'],
  ];
  expect(await rows(facts)).toEqual(asBefore);
  const snapshots = 'SELECT plan_id, joined_on, exited_on FROM member_snapshot FINAL ORDER BY plan_id';
  const shown = [
    ['cut', null, null],
    ['day', '2016-07-01', null],
    ['later', '2017-08-02', null],
    ['unknown', null, null],
  ];
  expect(await rows(snapshots)).toEqual(shown);
  await run(['OPTIMIZE TABLE member_fact FINAL', 'OPTIMIZE TABLE member_snapshot FINAL']);
  expect([await rows(facts), await rows(snapshots)]).toEqual([asBefore, shown]);
});

it('every day allowed in a file is kept, and unknown is distinct from every day', async () => {
  const days = ['1900-01-01', '1965-03-04', '1969-12-31', '1970-01-01', '1970-01-02', '2148-12-31', null];
  // A new client, because an existing one caches the columns.
  const client = createClient({ url: engine.url });
  const columns = ['member_id', 'revision', 'joined_on'];
  await insertRows(
    client,
    'member_fact',
    columns,
    days.map((day, i) => [member, 100 + i, day]),
  );
  await client.close();
  const kept = await rows('SELECT joined_on FROM member_fact FINAL WHERE revision >= 100 ORDER BY revision');
  expect(kept.flat()).toEqual(days);
});

it('columns of a cluster are those of all its servers', () => {
  const cluster = { cluster: 'main' };
  for (const query of [...daysBefore1970.up(cluster), ...daysBefore1970.down(cluster)])
    expect(query).toContain(`ON CLUSTER 'main'`);
});
