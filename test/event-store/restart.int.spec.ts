import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { closePlan, planStream, recordPlan } from '@superscope/domain/plan/plan';
import {
  isUndecodable,
  type RecordedEvent,
  type UndecodableEvent,
} from '@superscope/event-store/events/recorded-event';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EngineProcess } from '../contract/event-store-child.js';
import { collect, command, openStore, planOf, temporaryDir } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeEach(async () => {
  running = await openStore();
});
afterEach(() => running.close());

it('a command sent while the event store is down is written once when it is back', async () => {
  const { store, stopServer, startServer } = running;
  const id = randomUUID();
  await store.transact(planStream, id, recordPlan(planOf(id)), command());
  await stopServer();
  const closing = store.transact(planStream, id, closePlan('2024-01-01'), command());
  await startServer();
  expect(await closing).toMatchObject({ revision: 1n, events: 1 });
  expect(await collect(store.read(`plan-${id}`))).toHaveLength(2);
});

it('writes interrupted by a restart are completed, none twice', async () => {
  const { store, stopServer, startServer } = running;
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const writes = ids.map((id) =>
    store.appendNew(planStream, id, [{ type: 'PlanRegistered', data: planOf(id) }], command()),
  );
  await Promise.race(writes);
  await stopServer();
  await startServer();
  for (const written of await Promise.all(writes)) expect(written).toMatchObject({ revision: 0n });
  const streams: string[] = [];
  for await (const batch of store.readAll({ from: null })) streams.push(...batch.map(({ stream }) => stream));
  expect(streams.sort()).toEqual(ids.map((id) => `plan-${id}`).sort());
});

it('a subscription continues after a restart without gaps or duplicates', async () => {
  const { store, stopServer, startServer } = running;
  const id = randomUUID();
  const seen: (RecordedEvent | UndecodableEvent)[] = [];
  let arrived = () => {};
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      arrived = () => seen.length >= count && resolve();
      arrived();
    });
  const subscription = store.subscribeToAll({
    from: null,
    onEvents: async (batch) => {
      seen.push(...batch);
      arrived();
    },
  });
  const close = (day: number) => store.transact(planStream, id, closePlan(`2024-01-0${day}`), command());
  await store.transact(planStream, id, recordPlan(planOf(id)), command());
  await close(1);
  await until(2);
  await stopServer();
  await startServer();
  await close(2);
  await close(3);
  await until(4);
  await subscription.stop();
  expect(seen.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n]);
  expect(seen.some(isUndecodable)).toBe(false);
});

// Large events fill the client's stream. When that breaks, the client rejects queued appends without a handler.
it('a server killed under load loses nothing, writes nothing twice, and crashes no client', async () => {
  const dataDir = temporaryDir('killed');
  let server = await EngineProcess.start({ dataDir });
  const store = EventStore.connect(server.url, new EventCodec(running.vault));
  const ids = Array.from({ length: 120 }, () => randomUUID());
  const large = (id: string) => planOf(id, 'x'.repeat(60_000));
  const writes = ids.map((id) =>
    store.appendNew(planStream, id, [{ type: 'PlanRegistered', data: large(id) }], command()),
  );
  await writes[20];
  await server.kill();
  server = await EngineProcess.start({ dataDir, port: Number(/:(\d+)\?/.exec(server.url)![1]) });
  for (const written of await Promise.all(writes)) expect(written).toMatchObject({ revision: 0n });
  const streams: string[] = [];
  for await (const batch of store.readAll({ from: null })) streams.push(...batch.map(({ stream }) => stream));
  expect(streams.sort()).toEqual(ids.map((id) => `plan-${id}`).sort());
  await store.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
