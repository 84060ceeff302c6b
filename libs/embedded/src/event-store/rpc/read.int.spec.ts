import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import grpc from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogClient } from '../log/log-client.js';
import { CallGuard } from './call-guard.js';
import { readHandler } from './read.js';

describe('a read whose client takes nothing', () => {
  let dir: string;
  let log: LogClient;
  const appendMany = () => {
    const event = () => ({
      id: randomBytes(16),
      type: 'T',
      isJson: false,
      metadata: Buffer.alloc(0),
      data: Buffer.alloc(5000),
    });
    const events = Array.from({ length: 200 }, event);
    return log.append({ stream: 's', expected: 'any', events, deadline: Infinity });
  };
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'read-'));
    log = await LogClient.open({ file: join(dir, 'events.db'), maxBytes: null });
    for (let n = 0; n < 5; n++) await appendMany();
  });
  afterEach(async () => {
    await log.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it.each([
    ['a read', false],
    ['a subscription', true],
  ])('keeps a few messages in memory and leaves the rest in the store: %s', async (_kind, isSubscription) => {
    const reads = vi.spyOn(log, 'read');
    const call = stuckCall(readAll(isSubscription));
    readHandler(log, new CallGuard(null))(call);
    await vi.waitFor(() => expect(call.writableLength).toBeGreaterThanOrEqual(16), 30_000);
    await appendMany();
    // The store answers in order, so all requests of the stuck read are answered before this.
    await log.append({ stream: 's', expected: 'any', events: [], deadline: Infinity });
    await new Promise((resolve) => setImmediate(resolve));
    expect(call.writableLength).toBeLessThanOrEqual(17);
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
    call.emit('cancelled');
  });
});

/** A grpc-js call whose client never reads a message. */
function stuckCall(request: ReadReq): grpc.ServerWritableStream<ReadReq, Buffer> {
  const writable = new Writable({ objectMode: true, write: () => {} });
  return Object.assign(writable, { request, metadata: new grpc.Metadata(), cancelled: false }) as never;
}

function readAll(isSubscription: boolean): ReadReq {
  const options = new streams.ReadReq.Options();
  options.setAll(new streams.ReadReq.Options.AllOptions().setStart(new shared.Empty()));
  options.setNoFilter(new shared.Empty());
  if (isSubscription) options.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
  else options.setCount('100000');
  return new streams.ReadReq().setOptions(options);
}
