import { partitionOf } from '@superscope/event-store/events/partition';
import { kafkaPartition } from '@superscope/event-store/reading/projection-feed';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { caughtUp } from '../harness/set-aside.js';

const topic = 'events';
const partitions = 3;

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let staff: ApiClient;
let projector: Projector;

/** A stream in the partition. */
const streamIn = (partition: number) =>
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    .map((id) => `plan-${id}`)
    .find((s) => partitionOf(s, partitions) === partition)!;

const reach = async (partition: number, position: string) => {
  const checkpoints = engines.mongo.db('views').collection<{ _id: string }>('checkpoints');
  await checkpoints.updateOne({ _id: kafkaPartition(topic, partition) }, { $set: { position } }, { upsert: true });
};

/** The position of the read models when the wait timed out; null when the answer was current. */
const lateAt = async (stream: string, position: string) => {
  const { status, headers } = await staff.request('/api/csv/imports', {
    headers: { 'X-After': `${stream}@${position}` },
  });
  expect(status).toBe(200);
  return headers.get('X-Projected-Position');
};

beforeAll(async () => {
  engines = await startWithAccounts();
  // The accounts are projected without Kafka. Then Kafka is the feed, and the suite sets its checkpoints.
  projector = await engines.projector();
  await projector.start();
  await caughtUp(engines, projector);
  await projector.stop();
  const control = engines.mongo
    .db('ops')
    .collection<{ _id: string; kind: string; topic: string; partitions: number }>('control');
  await control.insertOne({ _id: 'feed', kind: 'kafka', topic, partitions });
  await reach(0, '10/10');
  await reach(1, '1000/1000');
  api = await startApi(engines);
  staff = api.client();
  expect((await staff.signIn('staff')).status).toBe(200);
});

afterAll(async () => {
  await api.stop();
  await engines.stop();
});

describe('a request for data that was just written', () => {
  it('waits for the partition of that stream, regardless of the others', async () => {
    expect(await lateAt(streamIn(0), '500/500')).toBe('10/10');
    expect(await lateAt(streamIn(1), '500/500')).toBeNull();
  });

  it('is answered as soon as that partition has caught up', async () => {
    const answer = lateAt(streamIn(0), '600/600');
    await reach(0, '600/600');
    expect(await answer).toBeNull();
  });

  it('waits for figures that are to be derived, not for those of a plan that cannot be', async () => {
    const stale = (planId: string) => ({ _id: planId, planId, since: '400/400', position: '400/400' });
    const dirty = engines.mongo.db('views').collection<{ _id: string }>('dirty');
    const letters = engines.mongo
      .db('ops')
      .collection<{ _id: string; kind: string; planId: string; state: string }>('dead_letters');
    await dirty.insertOne(stale('p.broken'));
    expect(await lateAt(streamIn(1), '500/500')).toBe('1000/1000');
    await letters.insertOne({ _id: 'plan p.broken', kind: 'plan', planId: 'p.broken', state: 'waiting' });
    expect(await lateAt(streamIn(1), '500/500')).toBeNull();
    await dirty.insertOne(stale('p.sound'));
    expect(await lateAt(streamIn(1), '500/500')).toBe('1000/1000');
    await dirty.deleteMany({});
    await letters.deleteMany({});
  });

  it('does not wait for an empty partition when it has written nothing to it', async () => {
    expect(await lateAt(streamIn(2), '0/0')).toBeNull();
    expect(await lateAt(streamIn(2), '700/700')).toBe('0/0');
  });
});
