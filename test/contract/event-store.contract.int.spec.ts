import { randomUUID } from 'node:crypto';
import {
  ANY,
  BACKWARDS,
  binaryEvent,
  END,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type AppendResult,
  type AppendToStreamOptions,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { jsonBytesEvent } from '@superscope/event-store/events/json-bytes-event';
import { storedEvents, type StoredEvent } from '@superscope/event-store/reading/stored-events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { real, targets } from './event-store-servers.js';
import {
  collect,
  connect,
  credentialsOf,
  failureOf,
  freshStream,
  noted,
  notes,
  numbersIn,
  type Noted,
} from './event-store-target.js';
import { reportServer } from './report-server.js';

reportServer(real, false);

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

  it('reads every event with the bytes that were appended, in the order of the log', async () => {
    const stream = freshStream();
    const json = { id: randomUUID(), type: 'Noted', data: new TextEncoder().encode('{ "n":1.0, "n":2 }') };
    const { data, metadata, ...described } = { ...json, metadata: new TextEncoder().encode('{"by":"é"}') };
    const binary = binaryEvent({ id: randomUUID(), type: 'Struck', data: Uint8Array.of(0, 255, 10) });
    const expected: AppendToStreamOptions = { expectedRevision: NO_STREAM, credentials: credentialsOf(url) };
    const bytes = jsonBytesEvent({ type: json.type, data, metadata, bytes: 0 }, json.id);
    await client.appendToStream(stream, [bytes, binary], expected);
    const found: StoredEvent[] = [];
    for await (const batch of storedEvents(client, 7)) found.push(...batch.filter((event) => event.stream === stream));
    const [first, second] = found;
    expect(first).toMatchObject({ ...described, stream, revision: 0, isJson: true });
    expect([first!.data, first!.metadata].map((part) => Buffer.from(part))).toEqual(
      [data, metadata].map((part) => Buffer.from(part)),
    );
    expect(second).toMatchObject({ id: binary.id, type: 'Struck', revision: 1, isJson: false });
    expect(Buffer.from(second!.data)).toEqual(Buffer.of(0, 255, 10));
    expect(found).toHaveLength(2);
    const [parsed] = await collect(client.readStream(stream));
    expect(first!.created).toEqual(parsed!.event!.created);
    expect(first!.position.commit).toBeLessThanOrEqual(second!.position.commit);
  });

  it('lets a reader of all events stop early', async () => {
    await client.appendToStream(freshStream(), notes(3));
    for await (const [event] of storedEvents(client, 1)) {
      expect(event!.id).toMatch(/^[0-9a-f-]{36}$/);
      break;
    }
    expect((await collect(client.readAll({ maxCount: 1 }))).length).toBe(1);
  });

  describe.each([
    ['in a separate call', (): AppendToStreamOptions => ({ credentials: credentialsOf(url) })],
    ['in the batch call', (): AppendToStreamOptions => ({})],
  ])('an append %s', (_path, way) => {
    const append = (stream: string, events: ReturnType<typeof noted>[], options: AppendToStreamOptions = {}) =>
      client.appendToStream(stream, events, { ...way(), ...options });

    it("numbers a stream's events from 0 and returns the last revision and its position", async () => {
      const stream = freshStream();
      const first = await append(stream, notes(3), { expectedRevision: NO_STREAM });
      const second = await append(stream, notes(1, 3), { expectedRevision: first.nextExpectedRevision });
      expect([first.nextExpectedRevision, second.nextExpectedRevision]).toEqual([2n, 3n]);
      expect(second.position!.commit).toBeGreaterThan(first.position!.commit);
      const events = await collect(client.readStream(stream));
      expect(events.map(({ event }) => event!.revision)).toEqual([0n, 1n, 2n, 3n]);
      expect(events.at(-1)!.event!.position).toEqual(second.position);
    });

    it('refuses an expected revision that is not the last one, and returns the last one', async () => {
      const stream = freshStream();
      await append(stream, notes(2), { expectedRevision: NO_STREAM });
      for (const expectedRevision of [NO_STREAM, 0n, 7n] as const) {
        const error = await failureOf(append(stream, [noted(9)], { expectedRevision }));
        expect(error).toBeInstanceOf(WrongExpectedVersionError);
        expect(error).toMatchObject({ streamName: stream, actualVersion: 1n });
      }
      expect(await numbersIn(client, stream)).toEqual([0, 1]);
    });

    it('refuses to append to a missing stream that is expected to exist', async () => {
      const stream = freshStream();
      for (const expectedRevision of [STREAM_EXISTS, 0n] as const) {
        const error = await failureOf(append(stream, [noted(0)], { expectedRevision }));
        expect(error).toBeInstanceOf(WrongExpectedVersionError);
        expect(error).toMatchObject({ actualVersion: 'no_stream' });
      }
      await append(stream, [noted(0)], { expectedRevision: NO_STREAM });
      await append(stream, [noted(1)], { expectedRevision: STREAM_EXISTS });
      expect(await numbersIn(client, stream)).toEqual([0, 1]);
    });

    it.each([
      ['to a new stream', NO_STREAM, 0],
      ['after a revision', 1n, 2],
      ['at any revision', ANY, 2],
    ] as const)(
      'answers the retry of an append %s like the first time and writes nothing',
      async (_case, at, before) => {
        const stream = freshStream();
        if (before > 0) await append(stream, notes(before));
        const events = notes(3, before);
        const first = await append(stream, events, { expectedRevision: at });
        const retried = await append(stream, events, { expectedRevision: at });
        expect(retried.nextExpectedRevision).toBe(first.nextExpectedRevision);
        await append(stream, [noted(99)], { expectedRevision: first.nextExpectedRevision });
        const late = await append(stream, events, { expectedRevision: at });
        expect(late.nextExpectedRevision).toBe(first.nextExpectedRevision);
        expect(await numbersIn(client, stream)).toEqual([...Array(before + 3).keys(), 99]);
      },
    );

    it('does not mistake other events for a retry', async () => {
      const stream = freshStream();
      const [first, second] = notes(2);
      await append(stream, [first!, second!], { expectedRevision: NO_STREAM });
      for (const events of [[noted(0)], [first!, noted(1)], [second!]]) {
        const error = await failureOf(append(stream, events, { expectedRevision: NO_STREAM }));
        expect(error).toBeInstanceOf(WrongExpectedVersionError);
      }
      expect(await numbersIn(client, stream)).toEqual([0, 1]);
    });

    it('accepts one of many writers at the same revision', async () => {
      const stream = freshStream();
      const attempts = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => append(stream, [noted(n)], { expectedRevision: NO_STREAM })),
      );
      const winners = attempts.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
      expect(winners).toHaveLength(1);
      expect(await numbersIn(client, stream)).toEqual(winners);
    });

    it('of more than 1 MiB is refused whole, and the next one works', async () => {
      const stream = freshStream();
      const half = 'x'.repeat(600_000);
      const error = await failureOf(append(stream, [noted(0, half), noted(1, half)]));
      expect(error).toBeInstanceOf(MaxAppendSizeExceededError);
      expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 });
      await append(stream, [noted(2, half), noted(3)], { expectedRevision: NO_STREAM });
      expect(await numbersIn(client, stream)).toEqual([2, 3]);
    });
  });

  it('writes nothing for an append whose deadline has passed', async () => {
    const stream = freshStream();
    const error = await failureOf(client.appendToStream(stream, noted(0), { deadline: -1000 }));
    expect(error.type).toBe('deadline-exceeded');
    await expect(numbersIn(client, stream)).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('returns events as written: id, type, data, metadata and time', async () => {
    const stream = freshStream('möwe 🕊');
    const id = randomUUID();
    const before = Date.now();
    await client.appendToStream(stream, [
      jsonEvent({ id, type: 'Größe', data: { text: 'Zoë — 日本 🎈', n: 1.5 }, metadata: { actor: 'ü' } }),
      binaryEvent({ type: 'Blob', data: Uint8Array.of(0, 255, 10), metadata: Uint8Array.of(9, 0) }),
    ]);
    const [json, binary] = (await collect(client.readStream(stream))).map(({ event }) => event!);
    expect(json).toMatchObject({ streamId: stream, id, type: 'Größe', isJson: true });
    expect(json).toMatchObject({ data: { text: 'Zoë — 日本 🎈', n: 1.5 }, metadata: { actor: 'ü' } });
    expect(binary).toMatchObject({ type: 'Blob', isJson: false, revision: 1n });
    expect([...(binary!.data as Uint8Array)]).toEqual([0, 255, 10]);
    expect([...(binary!.metadata as Uint8Array)]).toEqual([9, 0]);
    // Clocks of two machines may differ, but not by an hour.
    expect(Math.abs(json!.created.getTime() - before)).toBeLessThan(3600_000);
  });

  it('reports that a stream does not exist', async () => {
    const stream = freshStream();
    const error = await failureOf(collect(client.readStream(stream)));
    expect(error).toBeInstanceOf(StreamNotFoundError);
  });

  it('reads a stream from a revision on, backwards, and with a limit', async () => {
    const stream = freshStream();
    await client.appendToStream(stream, notes(10));
    const read = async (options: Parameters<typeof client.readStream>[1]) =>
      (await collect(client.readStream<Noted>(stream, options))).map(({ event }) => event!.data.n);
    expect(await read({ fromRevision: 7n })).toEqual([7, 8, 9]);
    expect(await read({ fromRevision: 2n, maxCount: 3 })).toEqual([2, 3, 4]);
    expect(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 2 })).toEqual([9, 8]);
    expect(await read({ direction: BACKWARDS, fromRevision: 1n })).toEqual([1, 0]);
    expect(await read({ fromRevision: 10n })).toEqual([]);
  });

  it('orders all streams by acknowledgement, and reads them from a position inclusively', async () => {
    const streams = [freshStream(), freshStream(), freshStream()];
    const results: AppendResult[] = [];
    for (let n = 0; n < 9; n++) results.push(await client.appendToStream(streams[n % 3]!, noted(n)));
    const positions = results.map(({ position }) => position!.commit);
    expect([...positions].sort((a, b) => Number(a - b))).toEqual(positions);
    const own = (id: string) => streams.includes(id);
    const forwards = await collect(client.readAll({ fromPosition: results[3]!.position! }));
    const read = forwards.filter(({ event }) => own(event!.streamId)).map(({ event }) => event!.data);
    expect(read).toEqual([3, 4, 5, 6, 7, 8].map((n) => ({ n })));
    const back = await collect(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1000 }));
    const newest = back.filter(({ event }) => own(event!.streamId)).map(({ event }) => event!.data);
    expect(newest).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => ({ n })));
  });
});
