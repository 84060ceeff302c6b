import { Controller, Module } from '@nestjs/common';
import { memberEvent, memberIdField, type MemberEvent } from '@superscope/contracts/member-events';
import { memberEventRunView, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { EventStore } from '@superscope/event-store/event-store';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { consultantNames } from './consultant-names.js';
import { erasedTimeline } from './erased-member-events.js';
import { reachedMember } from './reached-member.js';
import { timelineOf } from './timeline.js';

const memberEventsEndpoint = endpoint('GET /api/members/:memberId/events', {
  summary: 'What was done with a member in reach, and what they did, newest first',
  right: 'members.read',
  params: { memberId: memberIdField },
  answers: { 200: z.array(memberEvent) },
  problems: { 404: null },
});

@Controller()
class MemberEventsController {
  constructor(
    private readonly views: Views,
    private readonly store: EventStore,
    private readonly access: AccessLog,
  ) {}

  /** The events of a member in the caller's scope, newest first. */
  @Endpoint(memberEventsEndpoint)
  async timeline({ params, caller, request }: RequestOf<typeof memberEventsEndpoint>): Promise<MemberEvent[]> {
    const { memberId } = params;
    const { planId, erased } = await reachedMember(this.views, caller, memberId);
    const [document, run] = await Promise.all([
      erased ? null : this.views.of(memberEventsView).findOne({ _id: memberId }),
      this.views.of(memberEventRunView).findOne({ _id: 'newest' }),
    ]);
    const processedBefore = run?.recordedBefore ?? null;
    const events = erased
      ? await erasedTimeline(this.store, memberId, processedBefore)
      : timelineOf(memberId, document ?? {}, processedBefore, caller.scope);
    const names = await consultantNames(this.views, events);
    this.access.noteMember(request, caller, { object: 'member events', planId, memberId, rows: events.length });
    return events.map((event) => ({ ...event, consultant: names(event.consultant) }));
  }
}

@Module({ controllers: [MemberEventsController] })
export class MemberEventsSlice {}
