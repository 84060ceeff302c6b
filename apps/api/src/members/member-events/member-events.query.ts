import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { MemberEvent } from '@superscope/contracts/member-events';
import { memberEventRunView, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { EventStore } from '@superscope/event-store/event-store';
import type { Principal } from '../../platform/access/principal.js';
import { Views } from '../../platform/engines.module.js';
import { consultantNames } from '../consultants/consultant-names.js';
import { reachedMember } from '../reached-member.js';
import { erasedMemberEvents } from './erased-member-events.js';
import { timelineOf } from './timeline.js';

/** The events of a member in the caller's scope, newest first, and the member's plan. */
export class MemberEventsOf extends Query<{ planId: string; events: MemberEvent[] }> {
  constructor(
    readonly memberId: string,
    readonly principal: Principal,
  ) {
    super();
  }
}

@QueryHandler(MemberEventsOf)
@Injectable()
export class MemberEventsHandler implements IQueryHandler<MemberEventsOf> {
  constructor(
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  async execute({ memberId, principal }: MemberEventsOf): Promise<{ planId: string; events: MemberEvent[] }> {
    const { planId, erased } = await reachedMember(this.views, principal, memberId);
    const [document, run] = await Promise.all([
      erased ? erasedMemberEvents(this.store, memberId) : this.views.of(memberEventsView).findOne({ _id: memberId }),
      this.views.of(memberEventRunView).findOne({ _id: 'newest' }),
    ]);
    const events = timelineOf(memberId, document ?? {}, run?.recordedBefore ?? null);
    const names = await consultantNames(this.views, events);
    return { planId, events: events.map((event) => ({ ...event, consultant: names(event.consultant) })) };
  }
}
