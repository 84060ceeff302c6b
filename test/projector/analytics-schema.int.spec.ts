import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberEventTable } from '@superscope/contracts/read-models/member-events';
import { analyticsTables } from '@superscope/contracts/read-models/read-models';
import { wantedSchema } from '@superscope/contracts/wanted-schema';
import {
  appliedSchemas,
  awaitSchema,
  noteApplied,
  noteBuilt,
  schemaMissing,
} from '@superscope/event-store/schema/applied-schemas';
import { schemaState } from '@superscope/event-store/schema/schema-state';
import { makeTables, OtherSchema } from '@superscope/projector/analytics-schema/analytics-schema';
import { applySchema } from '@superscope/projector/schema/apply-schema';
import { createTable } from '@superscope/projector/analytics-schema/table-sql';
import { PortalEngines, quiet } from '../harness/portal-engines.js';

const schemaMain = fileURLToPath(new URL('../../apps/projector/dist/schema/schema.main.js', import.meta.url));
const plain = { cluster: null };
const declared = analyticsTables.map(({ table }) => table);

describe('the analytics tables', () => {
  let engines: PortalEngines;
  beforeAll(async () => (engines = await PortalEngines.start()), 60_000);
  afterAll(() => engines.stop());

  const run = (query: string) => engines.clickhouse.command({ query });

  const keptOverAPowerCut = async (suffix = '') => {
    const tables = await engines.rows<{ name: string; made: string }>(
      'SELECT name, create_table_query AS made FROM system.tables WHERE database = currentDatabase()',
    );
    const isKept = ({ made }: { made: string }) =>
      ['fsync_after_insert = 1', 'fsync_part_directory = 1'].every((setting) => made.includes(setting));
    const kept = new Set(tables.filter(isKept).map(({ name }) => name));
    return declared.filter((table) => kept.has(`${table}${suffix}`));
  };

  it('flush rows to disk before an insert is acknowledged, as do a rebuild’s tables', async () => {
    expect(await keptOverAPowerCut()).toEqual(declared);
    const rebuilt = engines.target('_rebuild');
    await rebuilt.clear();
    expect(await keptOverAPowerCut('_rebuild')).toEqual(declared);
    await rebuilt.drop();
  });

  it('are created once, and missing tables are added', async () => {
    expect(await makeTables(engines.clickhouse, plain)).toEqual([]);
    await run('DROP TABLE member_event SYNC');
    await run('DROP TABLE plan_month SYNC');
    expect((await makeTables(engines.clickhouse, plain)).toSorted()).toEqual(['member_event', 'plan_month']);
  });

  it.each([
    ['another column', { columns: { ...memberEventTable.columns, plan_id: memberEventTable.columns.reason } }],
    ['columns in another order', { columns: Object.fromEntries(Object.entries(memberEventTable.columns).reverse()) }],
    ['another type', { columns: { ...memberEventTable.columns, revision: memberEventTable.columns.reason } }],
    ['another key', { key: ['member_id', 'effective_date', 'revision'] }],
    ['other partitions', { partitionBy: 'toYear(effective_date)' }],
    ['another rule for rows with the same key', { newestBy: ['revision'] }],
    ['rows that are not merged', { merges: false }],
  ])('of another version, with %s, are refused with one sentence that names the remedy', async (_, change) => {
    await run('DROP TABLE member_event SYNC');
    await run(createTable({ ...memberEventTable, ...change }, plain));
    await expect(makeTables(engines.clickhouse, plain)).rejects.toThrow(
      'The analytics tables (member_event) were made by another version of Superscope: please stop it, drop them (in a data folder: remove its folder clickhouse), start it again and run npm run rebuild -- --accept.',
    );
    await run('DROP TABLE member_event SYNC');
    expect(await makeTables(engines.clickhouse, plain)).toEqual(['member_event']);
  });

  it('of another version end the schema step, which reports that sentence to its parent process', async () => {
    await run('DROP TABLE member_event SYNC');
    await run(createTable({ ...memberEventTable, newestBy: ['revision'] }, plain));
    const { urls, masterKey } = engines;
    const step = fork(schemaMain, {
      env: {
        ...process.env,
        EVENTSTORE_URL: urls.eventStore,
        MONGODB_URL: urls.mongo,
        CLICKHOUSE_URL: urls.clickhouse,
        SUPERSCOPE_MASTER_KEY: masterKey,
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = once(step, 'exit');
    const [said] = (await once(step, 'message')) as [{ ready: boolean; error: string }];
    expect(said).toEqual({ ready: false, error: new OtherSchema(['member_event']).message });
    expect(await ended).toEqual([1, null]);
    await run('DROP TABLE member_event SYNC');
    await makeTables(engines.clickhouse, plain);
  });

  it('and indexes and documents of an earlier version are completed by the schema step, which has nothing to do afterwards', async () => {
    const { mongo, clickhouse } = engines;
    const { views, ops } = { views: mongo.db('views'), ops: mongo.db('ops') };
    const rows = <Row>(query: string) => engines.rows<Row>(query);
    const state = () => schemaState({ mongo, vaultMongo: mongo, rows }, wantedSchema);
    const nothing = { missingTables: [], otherTables: [], indexes: [], documents: [], readModels: [] };
    expect(await state()).toEqual(nothing);
    await run('DROP TABLE member_event SYNC');
    await ops.collection('sessions').dropIndex('userId_1');
    await ops.collection('outbox').dropIndex('at_-1');
    await ops.collection('outbox').createIndex({ at: -1 }, { expireAfterSeconds: 60 });
    await views
      .collection<{ _id: string }>('members')
      .insertOne({ _id: 'M1', memberNumber: '1', revision: 0 } as never);
    await views.collection<{ _id: string }>('read_models').updateOne({ _id: 'news' }, { $set: { digest: 'another' } });
    const found = await state();
    expect(found).toMatchObject({ missingTables: ['member_event'], otherTables: [], readModels: ['news'] });
    expect(found.indexes.toSorted()).toEqual(['ops.outbox at_-1', 'ops.sessions userId_1']);
    expect(found.documents).toContain('the search keys of members');
    await appliedSchemas(views).deleteMany({});

    // Three at once, as the init containers of three pods.
    const step = () => applySchema({ mongo, vaultMongo: mongo, clickhouse, kind: plain, log: quiet });
    const waiting = awaitSchema(views, wantedSchema, () => undefined);
    await Promise.all([step(), step(), step()]);
    await waiting;
    // Only a rebuild makes a read model anew.
    expect(await state()).toEqual({ ...nothing, readModels: ['news'] });
    await noteBuilt(views, wantedSchema, '0.1.0', ['news']);
    expect(await state()).toEqual(nothing);
    await views.collection<{ _id: string }>('members').deleteOne({ _id: 'M1' });
  });

  it('are waited for by a server, which says what is missing and changes nothing itself', async () => {
    const views = engines.mongo.db('waited_for');
    const said: string[] = [];
    let hasStarted = false;
    const server = awaitSchema(views, wantedSchema, (sentence) => said.push(sentence)).then(() => (hasStarted = true));
    await expect.poll(() => said).toEqual([schemaMissing]);
    expect([hasStarted, await views.listCollections().toArray()]).toEqual([false, []]);
    await noteApplied(views, wantedSchema, '0.1.0');
    await server;
    expect(said).toHaveLength(1);
  });

  it('of a cluster are created on all its servers', () => {
    for (const table of analyticsTables) {
      const statement = createTable(table, { cluster: 'main' });
      expect(statement).toContain(`${table.table} ON CLUSTER 'main'`);
      expect(statement).toMatch(/ENGINE = Replicated\w*MergeTree\('\/clickhouse/);
    }
  });
});
