import grpc from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpcStatus from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, ExpectedRevision } from '../log/log-messages.js';
import { LogUnavailable, type LogClient } from '../log/log-client.js';
import type { CallGuard } from './call-guard.js';
import { nameOf, ProposedEvents, revisionNumber, streamToAppendTo } from './proposed-events.js';
import {
  badRequest,
  deadlineExceeded,
  MAX_APPEND_BYTES,
  notWritten,
  queueFull,
  toRefusal,
  type Refusal,
} from './refusals.js';

type Batch = {
  id: UUID | undefined;
  stream: string;
  expected: ExpectedRevision;
  deadline: number;
  proposed: ProposedEvents;
};

/** Maximum number of running appends of one call. */
const MAX_UNDER_WAY = 2000;
const MAX_UNFINISHED = 1000;

/** BatchAppend: many appends over one long call, each in one or more messages under its correlation id, answered as they finish. */
export function batchAppendHandler(
  log: LogClient,
  guard: CallGuard,
): grpc.handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> {
  return (call) => {
    const unfinished = new Map<string, Batch>();
    let underWay = 0;
    let hasEnded = false;
    let hasFailed = false;
    const fail = (error: unknown) => {
      if (hasFailed) return;
      hasFailed = true;
      call.emit('error', toRefusal(error));
    };
    try {
      guard.check(call.metadata);
    } catch (error) {
      return void fail(error);
    }
    const leave = guard.enter(call, fail);
    call.on('cancelled', leave);
    call.on('close', leave);

    const mustWait = () => underWay >= MAX_UNDER_WAY || log.isBusy;
    const answer = (response: BatchAppendResp) => {
      if (!call.cancelled && call.writable) call.write(response);
      underWay -= 1;
      // Without running appends of its own, nothing would resume the call later.
      if (call.isPaused() && (underWay === 0 || !mustWait())) call.resume();
      if (hasEnded && underWay === 0) call.end();
    };
    call.on('data', (message: BatchAppendReq) => {
      // The call is about to end, which tells the client that this append was not accepted.
      if (guard.isClosing || hasFailed) return;
      let batch: Batch | null;
      try {
        batch = collect(unfinished, message);
      } catch (error) {
        return fail(error);
      }
      if (!batch) return;
      underWay += 1;
      append(log, batch).then(answer, fail);
      if (mustWait()) call.pause();
    });
    call.on('end', () => {
      hasEnded = true;
      if (underWay === 0) call.end();
    });
  };
}

/** The batch that this message completes; null if more messages of it follow. */
function collect(unfinished: Map<string, Batch>, message: BatchAppendReq): Batch | null {
  const id = message.getCorrelationId();
  const key = Buffer.from(id?.serializeBinary() ?? []).toString('latin1');
  let batch = unfinished.get(key);
  if (!batch) {
    if (unfinished.size >= MAX_UNFINISHED) throw badRequest('Too many appends were begun and not finished.');
    batch = { id, stream: '', expected: 'any', deadline: Infinity, proposed: new ProposedEvents() };
    unfinished.set(key, batch);
  }
  if (message.hasOptions()) readOptions(batch, message.getOptions()!);
  for (const proposed of message.getProposedMessagesList()) batch.proposed.add(proposed);
  if (!message.getIsFinal()) return null;
  unfinished.delete(key);
  return batch;
}

function readOptions(batch: Batch, options: BatchAppendReq.Options): void {
  batch.stream = nameOf(options.getStreamIdentifier());
  if (options.hasStreamPosition()) batch.expected = revisionNumber(options.getStreamPosition());
  else if (options.hasNoStream()) batch.expected = 'no_stream';
  else if (options.hasStreamExists()) batch.expected = 'stream_exists';
  if (options.hasDeadline()) batch.deadline = options.getDeadline()!.toDate().getTime();
}

async function append(log: LogClient, batch: Batch): Promise<BatchAppendResp> {
  const { stream, expected, deadline, proposed } = batch;
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(batch.id);
  response.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8')));
  try {
    if (proposed.refusal) throw proposed.refusal;
    streamToAppendTo(stream);
    const outcome = await log.append({ stream, expected, events: proposed.events, deadline });
    return describe(response, outcome, expected);
  } catch (error) {
    // The client keeps only the message of a refused append, but it repeats a call that fails as unavailable.
    if (error instanceof LogUnavailable) throw error;
    return response.setError(toStatus(toRefusal(error)));
  }
}

function describe(
  response: BatchAppendResp,
  outcome: AppendOutcome | null,
  expected: ExpectedRevision,
): BatchAppendResp {
  if (outcome === null) throw queueFull();
  if (outcome.kind === 'expired') throw deadlineExceeded();
  if (outcome.kind === 'failed') throw notWritten(outcome.isFull, outcome.message);
  if (outcome.kind === 'conflict') return response.setError(conflictStatus(outcome.current, expected));
  const success = new streams.BatchAppendResp.Success();
  if (outcome.revision < 0) success.setNoStream(new empty.Empty());
  else success.setCurrentRevision(String(outcome.revision));
  if (outcome.position === null) return response.setSuccess(success.setNoPosition(new empty.Empty()));
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(outcome.position));
  position.setPreparePosition(String(outcome.position));
  return response.setSuccess(success.setPosition(position));
}

function conflictStatus(current: number, expected: ExpectedRevision) {
  const conflict = new shared.WrongExpectedVersion();
  if (current < 0) conflict.setCurrentNoStream(new empty.Empty());
  else conflict.setCurrentStreamRevision(String(current));
  if (expected === 'any') conflict.setExpectedAny(new empty.Empty());
  else if (expected === 'no_stream') conflict.setExpectedNoStream(new empty.Empty());
  else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new empty.Empty());
  else conflict.setExpectedStreamPosition(String(expected));
  return status(grpc.status.FAILED_PRECONDITION, 'WrongExpectedVersion', 'WrongExpectedVersion', conflict);
}

function toStatus(refusal: Refusal) {
  if (refusal.metadata.get('exception')[0] === 'maximum-append-size-exceeded') {
    const tooLarge = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_BYTES);
    return status(refusal.code, refusal.message, 'MaximumAppendSizeExceeded', tooLarge);
  }
  if (refusal.code === grpc.status.DEADLINE_EXCEEDED) {
    return status(refusal.code, refusal.message, 'Timeout', new shared.Timeout());
  }
  // The client drops the message of an `Unknown` and throws a TypeError without details. It keeps the message of a `BadRequest`.
  return status(refusal.code, refusal.message, 'BadRequest', new shared.BadRequest().setMessage(refusal.message));
}

function status(code: number, message: string, type: string, details: { serializeBinary(): Uint8Array }) {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${type}`);
  return new rpcStatus.Status().setCode(code).setMessage(message).setDetails(packed);
}
