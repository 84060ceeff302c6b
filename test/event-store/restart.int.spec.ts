import { randomUUID } from 'node:crypto';
import { closePlan, planStream, recordPlan } from '@superscope/domain/plan/plan';
import { isUndecodable, type RecordedEvent, type UndecodableEvent } from '@superscope/event-store/recorded-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { collect, command, openStore, planOf } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeEach(async () => {
  running = await openStore();
});
afterEach(() => running.close());

it('a command given while the event store is away is written once when it is back', async () => {
  const { store, stopServer, startServer } = running;
  const id = randomUUID();
  await store.transact(planStream, id, recordPlan(planOf(id)), command());
  await stopServer();
  const closing = store.transact(planStream, id, closePlan('2024-01-01'), command());
  await startServer();
  expect(await closing).toMatchObject({ revision: 1n, events: 1 });
  expect(await collect(store.read(`plan-${id}`))).toHaveLength(2);
});

it('writes that a restart cuts off are completed, none twice', async () => {
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

it('a subscription goes on after a restart, without a gap and without repeating', async () => {
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
