import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type EventStoreDBClient } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsRpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { startSupervised } from '@superscope/embedded/supervisor/supervisor';
import { isPassing } from '@superscope/event-store/connection/retry';
import { EngineProcess } from './event-store-child.js';
import { credentialsOf, failureOf, noted, notes, numbersIn } from './event-store-target.js';
import { OwnEventStores } from './own-event-stores.js';

describe('the embedded event store during failures', () => {
  const own = new OwnEventStores();
  const start = own.start.bind(own);
  const client = own.client.bind(own);

  it('refuses an append without a stream, and keeps working', async () => {
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

  it('ends when its store’s thread ends, so that it is restarted; running appends may be repeated', async () => {
    const onSignal = "process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))";
    const exits: unknown[] = [];
    const engine = await startSupervised({
      name: 'event-store',
      modulePath: fileURLToPath(new URL('../../libs/embedded/dist/engine-main.js', import.meta.url)),
      args: ['event-store', '--data', own.dataDir, '--port', '0'],
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

    it('acknowledges only stored appends, keeps answering reads, and accepts appends again once there is space', async () => {
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
      const engine = await EngineProcess.start({ dataDir: own.dataDir });
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
});

function hasPrlimit(): boolean {
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch {
    return false;
  }
}
