import { randomUUID } from 'node:crypto';
import type grpc from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadPage, ReadQuery } from '../log/log-messages.js';
import type { LogClient } from '../log/log-client.js';
import type { CallGuard } from './call-guard.js';
import { Outlet } from './outlet.js';
import { readRequest, type ReadRequest } from './read-call.js';
import { toRefusal } from './refusals.js';

type Out = Outlet<ReadReq>;

/** Read: a page of a stream or of all streams, or a subscription, which is a read that never ends. */
export function readHandler(log: LogClient, guard: CallGuard): grpc.handleServerStreamingCall<ReadReq, Buffer> {
  return (call) => {
    const fail = (error: unknown) => call.emit('error', toRefusal(error));
    try {
      guard.check(call.metadata);
      const request = readRequest(call.request);
      const out = new Outlet(call);
      out.whenGone(guard.enter(call, fail));
      (request.isSubscription ? subscribe(log, out, request) : readOnce(log, out, request)).catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

async function readOnce(log: LogClient, out: Out, request: ReadRequest): Promise<void> {
  const { stream, backwards, filter } = request;
  // Events appended during a read are not part of it, so a read always ends.
  let until = stream === null ? log.head : Number.MAX_SAFE_INTEGER;
  const query = (from: number, limit: number): ReadQuery => ({ stream, backwards, filter, from, limit, until });
  let left = request.count;
  let next: Promise<ReadPage> | null = left > 0 ? log.read(query(firstOf(request, log.head), left)) : null;
  let isFirst = true;
  while (next && !out.isGone) {
    const page: ReadPage = await next;
    if (isFirst && stream !== null && page.last < 0) {
      void out.write(streamNotFound(stream));
      break;
    }
    if (stream !== null) until = Math.min(until, page.last);
    isFirst = false;
    left -= page.ends.length;
    // The next page is fetched while this one is sent.
    next = page.isEnd || left <= 0 ? null : log.read(query(page.resume, left));
    // Avoids an unhandled rejection if the client disconnects; awaited below.
    next?.catch(() => {});
    await send(out, page);
  }
  out.end();
}

async function subscribe(log: LogClient, out: Out, request: ReadRequest): Promise<void> {
  const { stream, filter, checkpointInterval } = request;
  let isStale = true;
  let wake = () => {};
  const touch = () => {
    isStale = true;
    wake();
  };
  out.whenGone(log.onCommit((touched) => void ((stream === null || touched.has(stream)) && touch())));
  out.whenGone(touch);

  let from = await firstOfSubscription(log, request);
  void out.write(confirmation());
  let lastCheckpoint = from - 1;
  let isLive = false;
  const checkpointUpTo = async (position: number, interval = checkpointInterval) => {
    if (position - lastCheckpoint < interval) return;
    lastCheckpoint = position;
    await out.write(checkpointAt(position));
  };
  while (!out.isGone) {
    isStale = false;
    const page = await log.read({
      stream,
      backwards: false,
      filter,
      from,
      until: Number.MAX_SAFE_INTEGER,
      limit: Infinity,
    });
    await send(out, page, filter ? (position) => checkpointUpTo(position - 1) : undefined);
    from = page.resume;
    if (filter) await checkpointUpTo(from - 1);
    if (!page.isEnd) continue;
    if (!isLive) {
      isLive = true;
      // Lets a client with few matching events resume without scanning everything again.
      if (filter) await checkpointUpTo(from - 1, 1);
      await out.write(caughtUp());
    }
    if (!isStale && !out.isGone) await new Promise<void>((resolve) => (wake = resolve));
  }
}

/** `beforeEach` gets the position of the event to be sent next. */
async function send(out: Out, page: ReadPage, beforeEach?: (position: number) => Promise<void>): Promise<void> {
  const frames = Buffer.from(page.frames.buffer, page.frames.byteOffset, page.frames.byteLength);
  let start = 0;
  for (const [index, end] of page.ends.entries()) {
    if (out.isGone) return;
    if (beforeEach) await beforeEach(page.positions[index]!);
    const full = out.write(frames.subarray(start, end));
    if (full) await full;
    start = end;
  }
}

function firstOf({ stream, backwards, from }: ReadRequest, head: number): number {
  if (typeof from === 'number') return from;
  // Reading all streams backwards excludes the start position.
  if (from === 'end') return backwards && stream === null ? head + 1 : Number.MAX_SAFE_INTEGER;
  return backwards && stream === null ? 1 : 0;
}

/** A subscription resumes after the given revision or position, which its client has already handled. */
async function firstOfSubscription(log: LogClient, { stream, from }: ReadRequest): Promise<number> {
  if (typeof from === 'number') return from + 1;
  if (from === 'start') return stream === null ? 1 : 0;
  if (stream === null) return log.head + 1;
  const nothing = { backwards: false, filter: null, from: 0, until: 0, limit: 0 };
  return (await log.read({ ...nothing, stream })).last + 1;
}

const encode = (response: ReadResp) => Buffer.from(response.serializeBinary());

const caughtUp = () => encode(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));

const confirmation = () =>
  encode(
    new streams.ReadResp().setConfirmation(
      new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()),
    ),
  );

function checkpointAt(position: number): Buffer {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position));
  return encode(new streams.ReadResp().setCheckpoint(checkpoint));
}

function streamNotFound(stream: string): Buffer {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));
  return encode(
    new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier)),
  );
}
