import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { closeSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  ANY,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsRpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startEventStore,
  type EventStoreEngine,
  type EventStoreOptions,
} from '@superscope/embedded/event-store/event-store-engine';
import { startSupervised } from '@superscope/embedded/supervisor/supervisor';
import { isPassing } from '@superscope/event-store/retry';
import { EngineProcess } from './event-store-child.js';
import {
  collect,
  connect,
  credentialsOf,
  failureOf,
  follow,
  freshStream,
  noted,
  notes,
  numbersIn,
  once,
  temporaryDir,
  type Noted,
} from './event-store-target.js';

describe('the embedded event store', () => {
  let dataDir: string;
  let engines: EventStoreEngine[];
  let clients: EventStoreDBClient[];
  beforeEach(() => {
    dataDir = temporaryDir();
    engines = [];
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) await client.dispose();
    for (const engine of engines) await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (options: Partial<EventStoreOptions> = {}) => {
    const engine = await startEventStore({ dataDir, ...options });
    engines.push(engine);
    return engine;
  };
  const client = (url: string) => {
    const connected = connect(url);
    clients.push(connected);
    return connected;
  };

  describe('keeps others out', () => {
    it('answers nobody without the secret or with a wrong one', async () => {
      const { url } = await start();
      const stream = freshStream();
      for (const [given, code] of [
        [url.replace(/\/\/.*@/, '//'), 7],
        [url.replace(/:[0-9a-f]{64}@/, ':0000@'), 16],
      ] as const) {
        const stranger = client(given);
        const refused = [
          await failureOf(stranger.appendToStream(stream, noted(0))),
          await failureOf(collect(stranger.readAll())),
          await failureOf(collect(stranger.readStream(stream))),
          await failureOf(collect(stranger.subscribeToAll())),
        ];
        expect(refused.map((error) => [error.type, error.code])).toEqual(Array(4).fill(['access-denied', code]));
      }
      const wrong = { username: 'admin', password: 'guess' };
      const error = await failureOf(client(url).appendToStream(stream, noted(0), { credentials: wrong }));
      expect(error.type).toBe('access-denied');
      expect(await collect(client(url).readAll())).toEqual([]);
    });

    it('is not trusted without its certificate, nor spoken to in the clear', async () => {
      const { url, port } = await start();
      const withoutCertificate = url.replace(/&tlsCAFile=.*/, '&defaultDeadline=2000');
      await failureOf(client(withoutCertificate).appendToStream('a', noted(0)));
      await failureOf(client(`esdb://127.0.0.1:${port}?tls=false&defaultDeadline=2000`).appendToStream('a', noted(0)));
      expect(await collect(client(url).readAll())).toEqual([]);
    });

    it('keeps its files to their owner, and the same secret and certificate over restarts', async () => {
      const first = await start();
      await client(first.url).appendToStream('a', noted(0));
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      const modes = readdirSync(dataDir).map((file) => (statSync(join(dataDir, file)).mode & 0o777).toString(8));
      expect(new Set(modes)).toEqual(new Set(['600']));
      const certificate = readFileSync(join(dataDir, 'certificate.pem'), 'utf8');
      await first.stop();
      const second = await start();
      expect(credentialsOf(second.url)).toEqual(credentialsOf(first.url));
      expect(readFileSync(join(dataDir, 'certificate.pem'), 'utf8')).toBe(certificate);
    });

    it('lets tools in without TLS and secret when told so', async () => {
      const { url, port } = await start({ insecure: true });
      expect(url).toBe(`esdb://127.0.0.1:${port}?tls=false`);
      await client(url).appendToStream('a', noted(7));
      expect(await numbersIn(client(url), 'a')).toEqual([7]);
    });
  });

  describe('starts in one place only', () => {
    it('refuses a folder in use, in this process or another, naming the process', async () => {
      await start();
      await expect(start()).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
      await expect(EngineProcess.start({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
    });

    it('says that its port is taken, and leaves the folder free', async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => holder.once('listening', resolve));
      const { port } = holder.address() as AddressInfo;
      await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is not free`);
      holder.close();
      await start();
    });

    it('refuses a store that a newer program wrote, and leaves it as it was', async () => {
      const { stop } = await start();
      await stop();
      const file = join(dataDir, 'events.db');
      // Bytes 60-63 of an SQLite file hold user_version, where the store keeps its schema's number.
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.from([0, 0, 0, 99]), 0, 4, 60);
      closeSync(handle);
      await expect(start()).rejects.toThrow(/has schema 99, but this program only knows schemas up to \d+/);
      expect(readFileSync(file).readUInt32BE(60)).toBe(99);
    });
  });

  describe('keeps what it acknowledged', () => {
    it('over a restart: events, revisions, retries and positions to resume from', async () => {
      const before = await start();
      const events = notes(3);
      const first = await client(before.url).appendToStream('a', events, { expectedRevision: NO_STREAM });
      await client(before.url).appendToStream('a', noted(3));
      await before.stop();
      const after = client((await start()).url);
      const retried = await after.appendToStream('a', events, { expectedRevision: NO_STREAM });
      expect(retried).toEqual(first);
      const next = await after.appendToStream('a', noted(4), { expectedRevision: 3n });
      expect(next.position!.commit).toBeGreaterThan(first.position!.commit);
      const resumed = after.subscribeToAll({ fromPosition: first.position! });
      const seen: number[] = [];
      for await (const { event } of resumed) {
        seen.push((event as unknown as Noted).data.n);
        if (seen.length === 2) break;
      }
      expect(seen).toEqual([3, 4]);
    });

    it('over kill -9 in the middle of appends, three times over', async () => {
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        const engine = await EngineProcess.start({ dataDir });
        const writing = client(engine.url);
        const enough = acknowledged.length + 200;
        const killed = new AbortController();
        const writers = Array.from({ length: 16 }, async (_, writer) => {
          for (let n = 0; !killed.signal.aborted; n++) {
            const event = noted(n);
            await writing.appendToStream(`w${round}-${writer}`, event, {
              expectedRevision: n === 0 ? NO_STREAM : BigInt(n - 1),
            });
            acknowledged.push(event.id);
            if (acknowledged.length >= enough && !killed.signal.aborted) {
              killed.abort();
              await engine.kill();
            }
          }
        });
        await Promise.allSettled(writers);
        expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
      }
      const stored = await collect(client((await start()).url).readAll());
      const ids = new Set(stored.map(({ event }) => event!.id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      expect(stored.length).toBe(ids.size);
    });

    it('when it stops while appends are under way: each is either kept or refused as unavailable', async () => {
      const engine = await start();
      const writing = client(engine.url);
      await writing.appendToStream('warm', noted(0));
      const events = notes(300);
      const appends = events.map((event, n) => writing.appendToStream(`s-${n}`, event));
      await appends[0];
      const [outcomes] = await Promise.all([Promise.allSettled(appends), engine.stop()]);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 14 });
      }
      const stored = await collect(client((await start()).url).readAll());
      const ids = new Set(stored.map(({ event }) => event!.id));
      const kept = events.filter((_, n) => outcomes[n]!.status === 'fulfilled');
      expect(kept.filter(({ id }) => !ids.has(id))).toEqual([]);
    });
  });

  it('ends subscriptions as unavailable when it stops, so that they are taken up again', async () => {
    const engine = await start();
    const subscription = client(engine.url).subscribeToAll();
    await once(subscription, 'caughtUp');
    const ended = once(subscription, 'error');
    await engine.stop();
    expect(await ended).toMatchObject({ type: 'unavailable' });
  });

  it('refuses an append without a stream, and goes on', async () => {
    const { url, port } = await start({ insecure: true });
    const appending = new streamsRpc.StreamsClient(
      `127.0.0.1:${port}`,
      grpc.credentials.createInsecure(),
    ).batchAppend();
    const failed = new Promise<grpc.ServiceError>((resolve) => appending.on('error', resolve));
    appending.write(new streams.BatchAppendReq().setOptions(new streams.BatchAppendReq.Options()).setIsFinal(true));
    expect(await failed).toMatchObject({ code: 3, details: 'The name of a stream is missing.' });
    await client(url).appendToStream('a', noted(1));
    expect(await numbersIn(client(url), 'a')).toEqual([1]);
  });

  it('ends, to be started again, when the thread of its store ends: appends under way may be made again', async () => {
    const onSignal = "process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))";
    const exits: unknown[] = [];
    const engine = await startSupervised({
      name: 'event-store',
      modulePath: fileURLToPath(new URL('../../libs/embedded/dist/engine-main.js', import.meta.url)),
      args: ['event-store', '--data', dataDir, '--port', '0'],
      env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(onSignal)}` },
      restart: { backoffMs: 1 },
      log: new PassThrough().resume(),
      onExit: (exit) => exits.push(exit),
    });
    try {
      const before = client(engine.url);
      await before.appendToStream('a', noted(0));
      const restarted = new Promise<void>((resolve) => engine.once('restarted', () => resolve()));
      const appends = notes(300).map((event, n) => before.appendToStream(`s-${n}`, event));
      await appends[0];
      process.kill(engine.pid()!, 'SIGUSR2');
      const failures = (await Promise.allSettled(appends)).filter((append) => append.status === 'rejected');
      expect(failures.filter(({ reason }) => !isPassing(reason))).toEqual([]);
      await restarted;
      expect(exits).toEqual([{ code: 1, signal: null }]);
      expect(await numbersIn(client(engine.url), 'a')).toEqual([0]);
    } finally {
      await engine.stop();
    }
  });

  describe('on a full disk', () => {
    const large = 'x'.repeat(100_000);
    const fill = async (writing: EventStoreDBClient) => {
      for (let n = 0; ; n++) {
        const error = await writing.appendToStream('fill', noted(n, large)).then(
          () => null,
          (failure: Error) => failure,
        );
        if (error) return { acknowledged: n, error };
      }
    };

    it('acknowledges nothing it did not keep, goes on reading, and takes appends again once there is room', async () => {
      const small = await start({ maxBytes: 2_000_000 });
      const writing = client(small.url);
      const { acknowledged, error } = await fill(writing);
      expect(error.message).toContain('full; nothing was written');
      expect(acknowledged).toBeGreaterThan(5);
      const own = await failureOf(
        writing.appendToStream('fill', noted(0, large), { credentials: credentialsOf(small.url) }),
      );
      expect(own).toMatchObject({ code: 8 });
      expect(await numbersIn(writing, 'fill')).toEqual([...Array(acknowledged).keys()]);
      await small.stop();
      const larger = client((await start({ maxBytes: 4_000_000 })).url);
      const next = await larger.appendToStream('fill', noted(acknowledged, large), {
        expectedRevision: BigInt(acknowledged - 1),
      });
      expect(next.nextExpectedRevision).toBe(BigInt(acknowledged));
      expect(await numbersIn(larger, 'fill')).toEqual([...Array(acknowledged + 1).keys()]);
    });

    it.runIf(hasPrlimit())('recovers without a restart', async () => {
      const engine = await EngineProcess.start({ dataDir });
      const writing = client(engine.url);
      execFileSync('prlimit', ['--pid', String(engine.pid), '--fsize=1500000:unlimited']);
      const { acknowledged } = await fill(writing);
      expect(await numbersIn(writing, 'fill')).toEqual([...Array(acknowledged).keys()]);
      execFileSync('prlimit', ['--pid', String(engine.pid), '--fsize=unlimited:unlimited']);
      await writing.appendToStream('fill', noted(acknowledged), { expectedRevision: BigInt(acknowledged - 1) });
      await engine.kill();
      const after = client((await start()).url);
      expect(await numbersIn(after, 'fill')).toEqual([...Array(acknowledged + 1).keys()]);
    });
  });

  it('is not held up by a reader that stops reading, and brings it everything once it goes on', async () => {
    const { url } = await start();
    const using = client(url);
    const text = 'x'.repeat(200_000);
    for (let n = 0; n < 60; n += 5) {
      await using.appendToStream(
        'large',
        [0, 1, 2, 3, 4].map((k) => noted(n + k, text)),
      );
    }
    const slow = using.subscribeToStream<Noted>('large');
    await new Promise((resolve) => slow.once('readable', resolve));
    await using.appendToStream('other', noted(0));
    expect(await numbersIn(using, 'other')).toEqual([0]);
    const seen = await follow(slow, (events) => events.length === 60);
    expect(seen.map(({ event }) => event!.data.n)).toEqual([...Array(60).keys()]);
  });

  it('takes no name that it could not give back whole: an event would come out as another stream’s', async () => {
    const { url } = await start();
    const writer = client(url);
    for (const options of [{}, { expectedRevision: ANY, throwOnAppendFailure: true }] as const) {
      const named = writer.appendToStream('plan-a\u0000b', noted(0), options);
      expect((await failureOf(named)).message).toMatch(/NUL/);
      const typed = writer.appendToStream('plan-a', jsonEvent({ type: 'A\u0000B', data: {} }), options);
      expect((await failureOf(typed)).message).toMatch(/NUL/);
    }
    for (const name of ['plan-日本', 'plan-a\r\nb', 'plan-\u{10FFFF}', ' ']) {
      await writer.appendToStream(name, noted(0));
      expect(await collect(writer.readStream(name))).toHaveLength(1);
    }
  });

  it('refuses loudly what it does not implement', async () => {
    const { url } = await start();
    const using = client(url);
    await using.appendToStream('a', noted(0));
    const alone = { credentials: credentialsOf(url) };
    const retention = jsonEvent({ type: '$metadata', data: { $maxCount: 1 } });
    const link = jsonEvent({ type: '$>', data: '0@a' });
    const settings = persistentSubscriptionToStreamSettingsFromDefaults();
    const unimplemented = [
      () => using.deleteStream('a'),
      () => using.tombstoneStream('a'),
      () => using.appendToStream('$$a', retention, alone),
      () => using.appendToStream('b', link, alone),
      () => collect(using.subscribeToAll({ filter: excludeSystemEvents() })),
      () => using.createPersistentSubscriptionToStream('a', 'group', settings),
      () => using.enableProjection('by-category'),
    ];
    for (const call of unimplemented)
      expect((await failureOf(call())).message).toMatch(/UNIMPLEMENTED|requires server/);
    const batched = await failureOf(using.setStreamMetadata('a', { maxCount: 1 }, { expectedRevision: ANY }));
    expect(batched.message).toContain('does not implement stream metadata');
    expect(await numbersIn(using, 'a')).toEqual([0]);
  });
});

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch {
    return false;
  }
}
