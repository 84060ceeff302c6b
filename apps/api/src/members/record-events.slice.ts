import { createHash } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  alreadyRecorded,
  createMemberEvents,
  recordedMemberEvents,
  type RecordedMemberEvents,
} from '@superscope/contracts/member-events';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { memberStream, type Member } from '@superscope/domain/member/member';
import { AlreadyRecorded, recordEvents, type Submission } from '@superscope/domain/member/recorded-events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { userStream } from '@superscope/domain/user/user';
import { uuidFrom } from '@superscope/event-store/appending/event-ids';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { PlanScopes } from '../authentication/session/plans-in-reach.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type PlanScope, type Principal } from '../platform/access/principal.js';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { alreadyRecordedText, recordingsOf } from './already-recorded.js';
import { consultantNames } from './consultant-names.js';
import { memberChange } from './member-change.js';
import { requireMemberOf } from './reached-member.js';
import { submissionOf } from './submission.js';

const recordMemberEventsEndpoint = endpoint('POST /api/members/events', {
  summary: 'Records what a consultant did with a member on one day: all of it, or nothing',
  right: 'member-events.write',
  body: createMemberEvents,
  severalLines: ['notes'],
  answers: { 200: recordedMemberEvents },
  problems: { 404: null, 409: alreadyRecorded },
});

interface WrittenEvents {
  written: Written;
  events: RecordedMemberEvents['events'];
}

/** Records what a consultant did with a member. */
class RecordMemberEvents extends Command<WrittenEvents> {
  constructor(
    readonly memberId: string,
    readonly submission: Submission,
    readonly principal: Principal,
    readonly by: CommandContext,
    /** Identifies the request's body. */
    readonly digest: string,
  ) {
    super();
  }
}

/** For so long the same request of the same user without an Idempotency-Key counts as sent again. */
const retryMilliseconds = 60_000;

/** The id of a recorded event. It begins with the member's id, so that a withdrawal finds the stream without a view. */
const eventIdOf = (memberId: string, { commandId }: CommandContext, type: string): string =>
  `${memberId}_${uuidFrom(
    createHash('sha256')
      .update(JSON.stringify([commandId, memberId, type]))
      .digest(),
  )}`;

/**
 * The command of a request without an Idempotency-Key: that of the same request of the same user within the last minute, whose first
 * answer it then gets, otherwise a new one. The commands of equal requests are numbered, so two that come at once are the same command.
 * A request whose events were withdrawn meanwhile is not repeated by the next one.
 */
function commandOf({ recorded }: Member, { memberId, submission, by, digest }: RecordMemberEvents): CommandContext {
  for (let number = 0; ; number += 1) {
    const command = { ...by, commandId: `${by.actor}/request/${digest}/${number}`, bodyDigest: digest };
    const earlier = submission.events.flatMap(({ type }) => recorded.get(eventIdOf(memberId, command, type)) ?? []);
    const isRetry = earlier.every(
      ({ activity, withdrawn }) =>
        !withdrawn && Math.abs(Date.parse(by.at) - Date.parse(activity.recorded.at)) <= retryMilliseconds,
    );
    if (earlier.length === 0 || isRetry) return command;
  }
}

@CommandHandler(RecordMemberEvents)
@Injectable()
class RecordMemberEventsHandler implements ICommandHandler<RecordMemberEvents> {
  constructor(
    private readonly store: EventStore,
    private readonly scopes: PlanScopes,
    private readonly views: Views,
  ) {}

  async execute(asked: RecordMemberEvents): Promise<WrittenEvents> {
    const { memberId, submission, principal } = asked;
    const reach = await this.reachOf(submission.consultant);
    const hasKey = asked.by.bodyDigest !== undefined;
    const by = hasKey ? asked.by : commandOf((await this.store.load(memberStream, memberId)).state, asked);
    const record = recordEvents(submission, by.at, (type) => eventIdOf(memberId, by, type));
    try {
      const written = await this.store.transact(
        memberStream,
        memberId,
        (member) => {
          const planId = member.details?.planId;
          requireMemberOf(principal, planId);
          if (!inScope(reach, planId!))
            throw new RuleViolation('invalid', 'The plan of this member is not in the reach of this consultant.');
          return record(member);
        },
        by,
      );
      const events = submission.events.map(({ type }) => ({ id: eventIdOf(memberId, by, type), eventType: type }));
      return { written, events };
    } catch (error) {
      throw error instanceof AlreadyRecorded ? await this.refusalOf(memberId, error, by.at) : error;
    }
  }

  /** Names the earlier events, so that a person can decide whether the new ones happened a second time. */
  private async refusalOf(memberId: string, error: AlreadyRecorded, at: string): Promise<Refusal> {
    const recordings = await recordingsOf(this.store, memberId, error);
    const names = await consultantNames(
      this.views,
      recordings.map(({ by }) => ({ consultant: by })),
    );
    const alreadyRecorded = recordings.map((of) => ({ ...of, by: names(of.by) ?? of.by }));
    return new Refusal(409, { message: alreadyRecordedText(alreadyRecorded, sydneyDate(at)), alreadyRecorded });
  }

  private async reachOf(consultant: string): Promise<PlanScope> {
    const { state } = await this.store.load(userStream, consultant);
    if (state.registration?.role !== 'AuthorizedRep' || !state.active)
      throw new RuleViolation('invalid', 'There is no such consultant.');
    return this.scopes.of(state.registration);
  }
}

@Controller()
class RecordMemberEventsController {
  constructor(
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(recordMemberEventsEndpoint)
  async record({ body, caller, request }: RequestOf<typeof recordMemberEventsEndpoint>): Promise<RecordedMemberEvents> {
    const { memberId } = body;
    const digest = this.commands.digestOf(request);
    const { written, events } = await this.commands.execute(
      request,
      (by) => new RecordMemberEvents(memberId, submissionOf(body), caller, by, digest),
    );
    this.access.note(request, { ...memberChange(caller, memberId), action: 'recorded member events' });
    return { ...writeAnswerOf(written), events };
  }
}

@Module({ controllers: [RecordMemberEventsController], providers: [RecordMemberEventsHandler] })
export class RecordMemberEventsSlice {}
