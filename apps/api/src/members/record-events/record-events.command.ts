import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { memberStream } from '@superscope/domain/member/member';
import { recordEvents, type Submission } from '@superscope/domain/member/recorded-events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { userStream } from '@superscope/domain/user/user';
import { uuidFrom } from '@superscope/event-store/appending/event-ids';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { PlanScopes } from '../../authentication/session/plans-in-reach.js';
import { inScope, type PlanScope, type Principal } from '../../platform/access/principal.js';
import { requireMemberOf } from '../reached-member.js';

/** Records what a consultant did with a member. */
export class RecordMemberEvents extends Command<Written> {
  constructor(
    readonly memberId: string,
    readonly submission: Submission,
    readonly principal: Principal,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** The id of a recorded event. It begins with the member's id, so that a withdrawal finds the stream without a view. */
const eventIdOf = (memberId: string, { commandId }: CommandContext, type: string): string =>
  `${memberId}_${uuidFrom(
    createHash('sha256')
      .update(JSON.stringify([commandId, memberId, type]))
      .digest(),
  )}`;

@CommandHandler(RecordMemberEvents)
@Injectable()
export class RecordMemberEventsHandler implements ICommandHandler<RecordMemberEvents> {
  constructor(
    private readonly store: EventStore,
    private readonly scopes: PlanScopes,
  ) {}

  async execute({ memberId, submission, principal, by }: RecordMemberEvents): Promise<Written> {
    const reach = await this.reachOf(submission.consultant);
    const record = recordEvents(submission, by.at, (type) => eventIdOf(memberId, by, type));
    return this.store.transact(
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
  }

  private async reachOf(consultant: string): Promise<PlanScope> {
    const { state } = await this.store.load(userStream, consultant);
    if (state.registration?.role !== 'AuthorizedRep' || !state.active)
      throw new RuleViolation('invalid', 'There is no such consultant.');
    return this.scopes.of(state.registration);
  }
}
