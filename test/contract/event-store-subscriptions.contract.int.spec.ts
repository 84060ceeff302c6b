import { randomUUID } from 'node:crypto';
import {
  END,
  eventTypeFilter,
  jsonEvent,
  START,
  streamNameFilter,
  type EventStoreDBClient,
  type Position,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { targets } from './event-store-servers.js';
import { connect, follow, freshStream, noted, notes, once, type Noted } from './event-store-target.js';

describe.each(targets)('the event store operations that the product uses, on $name', (target) => {
  let client: EventStoreDBClient;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ url, close } = await target.open());
    client = connect(url);
  });
  afterAll(async () => {
    await client.dispose();
    await close();
  });

  it('resumes a subscription to all streams after a position, and continues live', async () => {
    const stream = freshStream();
    const results = [];
    for (let n = 0; n < 4; n++) results.push(await client.appendToStream(stream, noted(n)));
    const subscription = client.subscribeToAll({
      fromPosition: results[1]!.position!,
      filter: streamNameFilter({ prefixes: [stream] }),
    });
    subscription.once('caughtUp', () => void client.appendToStream(stream, noted(4)));
    const seen = await follow(subscription, (events) => events.at(-1)!.event!.revision === 4n);
    expect(seen.map(({ event }) => event!.revision)).toEqual([2n, 3n, 4n]);
  });

  it('resumes a subscription to one stream after a revision, also before the stream exists', async () => {
    const stream = freshStream();
    const early = client.subscribeToStream<Noted>(stream);
    await once(early, 'confirmation');
    await client.appendToStream(stream, notes(3));
    const fromStart = await follow(early, (events) => events.length === 3);
    expect(fromStart.map(({ event }) => event!.data.n)).toEqual([0, 1, 2]);
    const resumed = client.subscribeToStream<Noted>(stream, { fromRevision: 1n });
    resumed.once('caughtUp', () => void client.appendToStream(stream, noted(3)));
    const rest = await follow(resumed, (events) => events.length === 2);
    expect(rest.map(({ event }) => event!.data.n)).toEqual([2, 3]);
  });

  it('starts a subscription from the end with the next event', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, notes(2));
    const ofStream = client.subscribeToStream<Noted>(stream, { fromRevision: END });
    const ofAll = client.subscribeToAll({ fromPosition: END, filter: streamNameFilter({ prefixes: [stream] }) });
    await Promise.all([once(ofStream, 'caughtUp'), once(ofAll, 'caughtUp')]);
    await client.appendToStream(stream, noted(2));
    const [one] = await follow(ofStream, (events) => events.length === 1);
    const [all] = await follow(ofAll, (events) => events.length === 1);
    expect([one!.event!.revision, all!.event!.revision]).toEqual([2n, 2n]);
  });

  it('filters by prefixes of stream names and event types', async () => {
    const category = randomUUID();
    const types = [`${category}A`, `${category}B`, `${category}C`];
    const start = await client.appendToStream(freshStream(), noted(0));
    for (const [n, type] of types.entries()) {
      await client.appendToStream(`${category}-${n}`, jsonEvent({ type, data: { n } }));
      await client.appendToStream(freshStream(), noted(n));
    }
    const fromPosition = start.position!;
    const byName = client.subscribeToAll({ fromPosition, filter: streamNameFilter({ prefixes: [`${category}-`] }) });
    const byType = client.subscribeToAll({
      fromPosition,
      filter: eventTypeFilter({ prefixes: [types[0]!, types[2]!] }),
    });
    const named = await follow(byName, (events) => events.length === 3);
    const typed = await follow(byType, (events) => events.length === 2);
    expect(named.map(({ event }) => event!.streamId)).toEqual([0, 1, 2].map((n) => `${category}-${n}`));
    expect(typed.map(({ event }) => event!.type)).toEqual([types[0], types[2]]);
  });

  it('reports checkpoints past filtered events, and resumes from one without a gap', async () => {
    const wanted = freshStream('wanted');
    const start = await client.appendToStream(freshStream(), noted(0));
    await client.appendToStream(wanted, noted(0));
    for (let n = 0; n < 10; n++) await client.appendToStream(freshStream('unwanted'), notes(20));
    const checkpoints: Position[] = [];
    const filter = streamNameFilter({
      prefixes: [wanted],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: (_subscription, position) => void checkpoints.push(position),
    });
    const first = client.subscribeToAll({ fromPosition: start.position!, filter });
    const last = await client.appendToStream(wanted, noted(1));
    await follow(first, (events) => events.length === 2);
    expect(checkpoints).not.toEqual([]);
    const commits = checkpoints.map(({ commit }) => commit);
    expect([...commits].sort((a, b) => Number(a - b))).toEqual(commits);
    const before = checkpoints.filter(({ commit }) => commit < last.position!.commit).at(-1)!;
    expect(before.commit).toBeGreaterThan(start.position!.commit);
    const [next] = await follow(
      client.subscribeToAll({ fromPosition: before, filter: streamNameFilter({ prefixes: [wanted] }) }),
      (events) => events.length === 1,
    );
    expect(next!.event!.data).toEqual({ n: 1 });
  });

  it('reports that a subscription has caught up, after all earlier events', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, notes(500));
    const subscription = client.subscribeToStream<Noted>(stream, { fromRevision: START });
    let seen = 0;
    subscription.on('data', () => (seen += 1));
    await once(subscription, 'caughtUp');
    // The notice may overtake the client's read buffer, which holds at most 16 events.
    expect(seen).toBeGreaterThanOrEqual(500 - 16);
    await subscription.unsubscribe();
  });

  it('delivers 5,000 events of many streams to a new reader in order while others are appended', async () => {
    const category = freshStream('catchup');
    const start = await client.appendToStream(freshStream(), noted(0));
    for (let n = 0; n < 10; n++) await client.appendToStream(`${category}-${n % 8}`, notes(500, n * 500));
    const appending = (async () => {
      for (let n = 0; n < 50; n++) await client.appendToStream(`${category}-live`, noted(5000 + n));
    })();
    const subscription = client.subscribeToAll({
      fromPosition: start.position!,
      filter: streamNameFilter({ prefixes: [category] }),
    });
    const seen = await follow(subscription, (events) => events.length === 5050);
    await appending;
    expect(seen.map(({ event }) => (event as unknown as Noted).data.n)).toEqual([...Array(5050).keys()]);
  });
});
