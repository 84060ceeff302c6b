import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChangeFollower } from '@superscope/api/changes/change-follower';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { Changes } from '@superscope/projector/runtime/writing/changes';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'changes-'));
let engine: Awaited<ReturnType<typeof startMongo>>;
let mongo: MongoClient;

beforeAll(async () => {
  engine = await startMongo({ dataDir: folder });
  mongo = await MongoClient.connect(engine.url);
});
afterAll(async () => {
  await mongo.close();
  await engine.stop();
  rmSync(folder, { recursive: true });
});

it('a change invalidates the cache for every request after its notification', async () => {
  const changes = new Changes(mongo.db('ops'));
  const apis = [new ChangeCounters(), new ChangeCounters()].map((versions) => ({
    versions,
    follower: new ChangeFollower({ db: mongo.db('ops') }, versions),
  }));
  for (const { follower } of apis) await follower.onApplicationBootstrap();
  for (let n = 1; n <= 20; n += 1) {
    await changes.note([{ planId: 'P', readModels: ['memberSnapshots'] }]);
    const seen = apis.map(async ({ versions }) => {
      await versions.upToDate();
      return versions.of('P', ['memberSnapshots']);
    });
    expect(await Promise.all(seen)).toEqual([`0.${n}`, `0.${n}`]);
  }
  for (const { follower } of apis) follower.onApplicationShutdown();
});
