import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { memberStream } from '@superscope/domain/member/member';
import { withdrawEvent } from '@superscope/domain/member/recorded-events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { inScope, type Principal } from '../../platform/access/principal.js';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Withdraws a recorded event of a member that no run has processed. */
export class WithdrawMemberEvent extends Command<Written> {
  constructor(
    readonly eventId: string,
    readonly principal: Principal,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(WithdrawMemberEvent)
@Injectable()
export class WithdrawMemberEventHandler implements ICommandHandler<WithdrawMemberEvent> {
  constructor(private readonly store: EventStore) {}

  /**
   * A processing run that is recorded between the two reads does not matter: it reads nothing, so the result is the same as if the event
   * had been withdrawn just before the run.
   */
  async execute({ eventId, principal, by }: WithdrawMemberEvent): Promise<Written> {
    const { processedBefore } = (await this.store.load(calendarStream, '')).state;
    const withdraw = withdrawEvent(eventId, processedBefore);
    const memberId = memberOfEvent(eventId);
    if (memberId === '') throw noSuchEvent();
    return this.store.transact(
      memberStream,
      memberId,
      (member) => {
        if (member.details === null || !inScope(principal.scope, member.details.planId)) throw noSuchEvent();
        return withdraw(member);
      },
      by,
    );
  }
}

/** The member's id, with which the id of a recorded event begins; '' for any other id. */
export const memberOfEvent = (eventId: string): string => eventId.slice(0, Math.max(0, eventId.lastIndexOf('_')));

const noSuchEvent = () => new RuleViolation('not-found', 'There is no such event.');
