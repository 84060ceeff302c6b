import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  alreadyRecorded,
  createMemberEvents,
  memberEvent,
  memberIdField,
  recordedMemberEvents,
  type MemberEvent,
  type RecordedMemberEvents,
} from '@superscope/contracts/member-events';
import { id as isId } from '@superscope/domain/shape';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands, writeAnswerOf } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { memberChange } from '../member-change.js';
import { RecordMemberEvents } from '../record-events/record-events.command.js';
import { submissionOf } from '../record-events/submission.js';
import { memberOfEvent, WithdrawMemberEvent } from '../withdraw-event/withdraw-event.command.js';
import { MemberEventsOf } from './member-events.query.js';

export const memberEventsEndpoint = endpoint('GET /api/members/:memberId/events', {
  summary: 'What was done with a member in reach, and what they did, newest first',
  right: 'members.read',
  params: { memberId: memberIdField },
  answers: { 200: z.array(memberEvent) },
  problems: { 404: null },
});

export const recordMemberEventsEndpoint = endpoint('POST /api/members/events', {
  summary: 'Records what a consultant did with a member on one day: all of it, or nothing',
  right: 'member-events.write',
  body: createMemberEvents,
  severalLines: ['notes'],
  answers: { 200: recordedMemberEvents },
  problems: { 404: null, 409: alreadyRecorded },
});

export const withdrawMemberEventEndpoint = endpoint('DELETE /api/members/events/:eventId', {
  summary: 'Withdraws a recorded event that is not processed yet',
  right: 'member-events.write',
  params: { eventId: z.string().max(100).refine(isId, 'This is not an id.') },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class MemberEventsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(memberEventsEndpoint)
  async timeline({ params, caller, request }: RequestOf<typeof memberEventsEndpoint>): Promise<MemberEvent[]> {
    const { planId, events } = await this.queries.execute(new MemberEventsOf(params.memberId, caller));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'member viewed',
      object: 'member events',
      planId,
      members: [params.memberId],
      rows: events.length,
      outcome: 'ok',
    });
    return events;
  }

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

  @Endpoint(withdrawMemberEventEndpoint)
  async withdraw({ params, caller, request }: RequestOf<typeof withdrawMemberEventEndpoint>): Promise<WriteAnswer> {
    const { eventId } = params;
    const written = await this.commands.write(request, (by) => new WithdrawMemberEvent(eventId, caller, by));
    const change = memberChange(caller, memberOfEvent(eventId));
    this.access.note(request, { ...change, action: 'withdrew member event' });
    return written;
  }
}
