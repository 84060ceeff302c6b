import grpc from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendOutcome, ExpectedRevision } from '../log/log-messages.js';
import type { LogClient } from '../log/log-client.js';
import type { CallGuard } from './call-guard.js';
import { nameOf, ProposedEvents, revisionNumber, streamToAppendTo } from './proposed-events.js';
import { badRequest, deadlineExceeded, notWritten, queueFull, toRefusal } from './refusals.js';

type Target = { stream: string; expected: ExpectedRevision };

/** Append: the client sends the stream and expected revision, then one message per event, and gets one answer. */
export function appendHandler(log: LogClient, guard: CallGuard): grpc.handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, callback) => {
    const proposed = new ProposedEvents();
    let target: Target | null = null;
    let isAnswered = false;
    const answer = (error: unknown, response?: AppendResp) => {
      if (isAnswered) return;
      isAnswered = true;
      callback(error ? toRefusal(error) : null, response);
    };
    try {
      guard.check(call.metadata);
    } catch (error) {
      return answer(error);
    }
    call.on('data', (message: AppendReq) => {
      try {
        if (message.hasOptions()) target = readTarget(message.getOptions()!);
        if (message.hasProposedMessage()) proposed.add(message.getProposedMessage()!);
        if (proposed.refusal) answer(proposed.refusal);
      } catch (error) {
        answer(error);
      }
    });
    call.on('end', () => {
      if (isAnswered || call.cancelled) return;
      if (!target) return answer(badRequest('An append starts with its options.'));
      const { expected } = target;
      log
        .append({ ...target, events: proposed.events, deadline: Number(call.getDeadline()) })
        .then((outcome) => answer(null, toResponse(outcome, expected)))
        .catch(answer);
    });
  };
}

function readTarget(options: AppendReq.Options): Target {
  const stream = streamToAppendTo(nameOf(options.getStreamIdentifier()));
  if (options.hasRevision()) return { stream, expected: revisionNumber(options.getRevision()) };
  if (options.hasNoStream()) return { stream, expected: 'no_stream' };
  if (options.hasStreamExists()) return { stream, expected: 'stream_exists' };
  return { stream, expected: 'any' };
}

/** Append reports a conflict in its response and not as a failed call. */
function toResponse(outcome: AppendOutcome | null, expected: ExpectedRevision): AppendResp {
  if (outcome === null) throw queueFull();
  if (outcome.kind === 'expired') throw deadlineExceeded();
  if (outcome.kind === 'failed') throw notWritten(outcome.isFull, outcome.message);
  const response = new streams.AppendResp();
  if (outcome.kind === 'conflict') {
    const conflict = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current < 0) conflict.setCurrentNoStream(new shared.Empty());
    else conflict.setCurrentRevision(String(outcome.current));
    if (expected === 'any') conflict.setExpectedAny(new shared.Empty());
    else if (expected === 'no_stream') conflict.setExpectedNoStream(new shared.Empty());
    else if (expected === 'stream_exists') conflict.setExpectedStreamExists(new shared.Empty());
    else conflict.setExpectedRevision(String(expected));
    return response.setWrongExpectedVersion(conflict);
  }
  const success = new streams.AppendResp.Success();
  if (outcome.revision < 0) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(String(outcome.revision));
  if (outcome.position === null) return response.setSuccess(success.setNoPosition(new shared.Empty()));
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(outcome.position));
  position.setPreparePosition(String(outcome.position));
  return response.setSuccess(success.setPosition(position));
}
