import { createServer, type AddressInfo } from 'node:net';
import { closeSync, openSync, readFileSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  ANY,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { EngineProcess } from './event-store-child.js';
import {
  collect,
  credentialsOf,
  failureOf,
  follow,
  freshStream,
  noted,
  notes,
  numbersIn,
  once,
  type Noted,
} from './event-store-target.js';
import { OwnEventStores } from './own-event-stores.js';

describe('the embedded event store', () => {
  const own = new OwnEventStores();
  const start = own.start.bind(own);
  const client = own.client.bind(own);

  describe('keeps others out', () => {
    it('refuses clients without the secret or with a wrong one', async () => {
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

    it('is not trusted without its certificate, and does not accept plain text', async () => {
      const { url, port } = await start();
      const withoutCertificate = url.replace(/&tlsCAFile=.*/, '&defaultDeadline=2000');
      await failureOf(client(withoutCertificate).appendToStream('a', noted(0)));
      await failureOf(client(`esdb://127.0.0.1:${port}?tls=false&defaultDeadline=2000`).appendToStream('a', noted(0)));
      expect(await collect(client(url).readAll())).toEqual([]);
    });

    it('has files that only their owner can read, and keeps its secret and certificate over restarts', async () => {
      const first = await start();
      await client(first.url).appendToStream('a', noted(0));
      expect(statSync(own.dataDir).mode & 0o777).toBe(0o700);
      const modes = readdirSync(own.dataDir).map((file) =>
        (statSync(join(own.dataDir, file)).mode & 0o777).toString(8),
      );
      expect(new Set(modes)).toEqual(new Set(['600']));
      const certificate = readFileSync(join(own.dataDir, 'certificate.pem'), 'utf8');
      await first.stop();
      const second = await start();
      expect(credentialsOf(second.url)).toEqual(credentialsOf(first.url));
      expect(readFileSync(join(own.dataDir, 'certificate.pem'), 'utf8')).toBe(certificate);
    });

    it('accepts tools without TLS and secret when configured so', async () => {
      const { url, port } = await start({ insecure: true });
      expect(url).toBe(`esdb://127.0.0.1:${port}?tls=false`);
      await client(url).appendToStream('a', noted(7));
      expect(await numbersIn(client(url), 'a')).toEqual([7]);
    });
  });

  describe('runs only once on a folder', () => {
    it('refuses a folder in use by this or another process, and names the process', async () => {
      await start();
      await expect(start()).rejects.toThrow(`${own.dataDir} is in use by process ${process.pid}`);
      await expect(EngineProcess.start({ dataDir: own.dataDir })).rejects.toThrow(
        `${own.dataDir} is in use by process ${process.pid}`,
      );
    });

    it('reports that its port is taken, and releases the folder', async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => holder.once('listening', resolve));
      const { port } = holder.address() as AddressInfo;
      await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is not free`);
      holder.close();
      await start();
    });

    it('refuses a store written by a newer version, and does not change it', async () => {
      const { stop } = await start();
      await stop();
      const file = join(own.dataDir, 'events.db');
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

    it('over kill -9 during appends, three times', async () => {
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        const engine = await EngineProcess.start({ dataDir: own.dataDir });
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

    it('when it stops during appends: each is either kept or refused as unavailable', async () => {
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

  it('ends subscriptions as unavailable when it stops, so that clients resume them', async () => {
    const engine = await start();
    const subscription = client(engine.url).subscribeToAll();
    await once(subscription, 'caughtUp');
    const ended = once(subscription, 'error');
    await engine.stop();
    expect(await ended).toMatchObject({ type: 'unavailable' });
  });

  it('is not blocked by a reader that pauses, and delivers everything once it continues', async () => {
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

  it('refuses a stream name that it could not store unchanged', async () => {
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

  it('refuses unimplemented features with an error', async () => {
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
