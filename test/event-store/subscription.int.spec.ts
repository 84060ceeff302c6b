import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { comparePositions, type Position } from '@superscope/event-store/events/position';
import type { RecordedEvent, UndecodableEvent } from '@superscope/event-store/events/recorded-event';
import type { SubscribeToAll } from '@superscope/event-store/reading/subscription';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, command, openStore } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  running = await openStore();
});
afterAll(() => running.close());

type Event = RecordedEvent | UndecodableEvent;

const write = (stream: string, count: number) => {
  const closedAndReopened: PlanEvent[] = [
    { type: 'PlanClosed', data: { planId: stream.slice(5), on: '2024-01-01' } },
    { type: 'PlanReopened', data: { planId: stream.slice(5) } },
  ];
  const events = Array.from({ length: count }, (_, i) => closedAndReopened[i % 2]!);
  return running.store.append(stream, events, { expectedRevision: 'any', metadata: command() });
};

const closed = (stream: string) => {
  const data = { planId: stream.slice(5), on: '2024-01-01' };
  return running.store.append(stream, [{ type: 'PlanClosed', data }], { expectedRevision: 'any', metadata: command() });
};

/** Follows until all existing events are delivered. */
const catchUp = async (options: Partial<SubscribeToAll>) => {
  const seen: Event[] = [];
  const checkpoints: Position[] = [];
  await new Promise<void>((resolve, reject) => {
    const subscription = running.store.subscribeToAll({
      from: null,
      onEvents: async (batch) => {
        seen.push(...batch);
      },
      onCheckpoint: (position) => void checkpoints.push(position),
      onCaughtUp: () => void subscription.stop().then(resolve),
      ...options,
    });
    subscription.done.catch(reject);
  });
  return { seen, checkpoints };
};

describe('following all events', () => {
  it('delivers existing events in order, reports that it has caught up, then continues live', async () => {
    const stream = `plan-${randomUUID()}`;
    await write(stream, 300);
    const log: (bigint | 'caught up')[] = [];
    let arrived = () => {};
    const live = new Promise<void>((resolve) => (arrived = () => log.length >= 302 && resolve()));
    const subscription = running.store.subscribeToAll({
      from: null,
      prefixes: [stream],
      batchSize: 50,
      onEvents: async (batch) => {
        log.push(...batch.map(({ revision }) => revision));
        arrived();
      },
      onCaughtUp: async () => {
        log.push('caught up');
        await closed(stream);
      },
    });
    await live;
    await subscription.stop();
    expect(log).toEqual([...Array.from({ length: 300 }, (_, i) => BigInt(i)), 'caught up', 300n]);
  });

  it('starts after the given position', async () => {
    const stream = `plan-${randomUUID()}`;
    const { position } = await write(stream, 3);
    await write(stream, 2);
    const { seen } = await catchUp({ from: position });
    expect(seen.map(({ revision }) => revision)).toEqual([3n, 4n]);
  });

  it('can be limited to streams and types', async () => {
    const stream = `plan-${randomUUID()}`;
    await write(stream, 4);
    await write(`plan-${randomUUID()}`, 4);
    const { seen } = await catchUp({ prefixes: [stream], types: ['PlanReopened'] });
    expect(seen.map(({ stream, revision }) => [stream, revision])).toEqual([
      [stream, 1n],
      [stream, 3n],
    ]);
    const { seen: byType } = await catchUp({ types: ['PlanReopened'] });
    expect(new Set(byType.map(({ type }) => type))).toEqual(new Set(['PlanReopened']));
    expect((await catchUp({ types: ['PlanRe'] })).seen).toEqual([]);
  });

  it('reports its position when no event matches', async () => {
    const { position } = await write(`plan-${randomUUID()}`, 1200);
    await write(`plan-${randomUUID()}`, 1200);
    const { seen, checkpoints } = await catchUp({ prefixes: ['nothing-'] });
    expect(seen).toEqual([]);
    expect(comparePositions(checkpoints.at(-1)!, position)).toBeGreaterThan(0);
    const { seen: later } = await catchUp({ from: checkpoints.at(-1)! });
    expect(later.length).toBeLessThan(1200);
  });

  it('delivers one bounded batch at a time, even to a slow handler', async () => {
    const stream = `plan-${randomUUID()}`;
    await write(stream, 1000);
    let inside = 0;
    let most = 0;
    const sizes: number[] = [];
    const revisions: bigint[] = [];
    await catchUp({
      prefixes: [stream],
      batchSize: 100,
      maxBufferedEvents: 20,
      onEvents: async (batch) => {
        most = Math.max(most, (inside += 1));
        await new Promise((resolve) => setImmediate(resolve));
        sizes.push(batch.length);
        revisions.push(...batch.map(({ revision }) => revision));
        inside -= 1;
      },
    });
    expect(most).toBe(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(revisions).toEqual(Array.from({ length: 1000 }, (_, i) => BigInt(i)));
  });

  it('stops after the batch in progress', async () => {
    const stream = `plan-${randomUUID()}`;
    await write(stream, 10);
    let finish = () => {};
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    let done = 0;
    const subscription = running.store.subscribeToAll({
      from: null,
      prefixes: [stream],
      batchSize: 4,
      onEvents: async () => {
        begun();
        await new Promise<void>((resolve) => (finish = resolve));
        done += 1;
      },
    });
    await hasBegun;
    const stopping = subscription.stop().then(() => 'stopped');
    expect(await Promise.race([stopping, new Promise((resolve) => setImmediate(resolve, 'waiting'))])).toBe('waiting');
    finish();
    expect(await stopping).toBe('stopped');
    expect(done).toBe(1);
  });

  it('ends with the handler’s error', async () => {
    await write(`plan-${randomUUID()}`, 1);
    const subscription = running.store.subscribeToAll({
      from: null,
      onEvents: () => Promise.reject(new Error('no space')),
    });
    await expect(subscription.done).rejects.toThrow('no space');
  });

  it('ends when the event store refuses the credentials', async () => {
    const stranger = EventStore.connect(running.url.replace(/:[^:@]+@/, ':wrong@'), new EventCodec(running.vault));
    const subscription = stranger.subscribeToAll({ from: null, onEvents: async () => undefined });
    await expect(subscription.done).rejects.toMatchObject({ type: 'access-denied' });
    await stranger.close();
  });

  it('marks events that cannot be read, and continues', async () => {
    const stream = `plan-${randomUUID()}`;
    const client = EventStoreDBClient.connectionString(running.url);
    await client.appendToStream(stream, [
      jsonEvent({ type: 'PlanClosed', data: 'no object', metadata: { schemaVersion: 1 } }),
      jsonEvent({ type: 'PlanClosed', data: {}, metadata: { schemaVersion: 7 } }),
      jsonEvent({ type: 'PlanClosed', data: { personal: { note: 'x' } }, metadata: { schemaVersion: 1 } }),
      jsonEvent({ type: 'PlanClosed', data: { planId: stream.slice(5), on: 'soon' }, metadata: { schemaVersion: 1 } }),
      jsonEvent({ type: 'PlanReopened', data: { planId: 'another' }, metadata: { schemaVersion: 1 } }),
      jsonEvent({
        type: 'MemberErased',
        data: { memberId: stream.slice(5), reason: 'Asked' },
        metadata: { schemaVersion: 1 },
      }),
    ]);
    await client.dispose();
    await closed(stream);
    const { seen } = await catchUp({ prefixes: [stream] });
    expect(seen.map((event) => 'undecodable' in event)).toEqual([true, true, true, true, true, true, false]);
    await expect(
      running.store.load({ category: 'plan', initial: 0, shapes: {}, evolve: () => 0 }, stream.slice(5)),
    ).rejects.toThrow('Event 0 of stream');
  });
});

it('reading all events for a rebuild skips earlier positions and other streams', async () => {
  const stream = `plan-${randomUUID()}`;
  const { position } = await write(stream, 5);
  await write(stream, 3);
  await write(`plan-${randomUUID()}`, 3);
  const batches = await collect(running.store.readAll({ from: position, prefixes: [stream], batchSize: 2 }));
  expect(batches.flat().map(({ revision }) => revision)).toEqual([5n, 6n, 7n]);
  expect(batches.every((batch) => batch.length <= 2)).toBe(true);
});
