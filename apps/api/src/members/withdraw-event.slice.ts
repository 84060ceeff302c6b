import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { memberStream } from '@superscope/domain/member/member';
import { withdrawEvent } from '@superscope/domain/member/recorded-events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { id as isId } from '@superscope/domain/shape';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { memberChange } from './member-change.js';

const withdrawMemberEventEndpoint = endpoint('DELETE /api/members/events/:eventId', {
  summary: 'Withdraws a recorded event that is not processed yet',
  right: 'member-events.write',
  params: { eventId: z.string().max(100).refine(isId, 'This is not an id.') },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

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
const memberOfEvent = (eventId: string): string => eventId.slice(0, Math.max(0, eventId.lastIndexOf('_')));

const noSuchEvent = () => new RuleViolation('not-found', 'There is no such event.');

@Controller()
class WithdrawMemberEventController {
  constructor(
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(withdrawMemberEventEndpoint)
  async withdraw({ params, caller, request }: RequestOf<typeof withdrawMemberEventEndpoint>): Promise<WriteAnswer> {
    const { eventId } = params;
    const written = await this.commands.write(request, (by) => new WithdrawMemberEvent(eventId, caller, by));
    const change = memberChange(caller, memberOfEvent(eventId));
    this.access.note(request, { ...change, action: 'withdrew member event' });
    return written;
  }
}

@Module({ controllers: [WithdrawMemberEventController], providers: [WithdrawMemberEventHandler] })
export class WithdrawMemberEventSlice {}
