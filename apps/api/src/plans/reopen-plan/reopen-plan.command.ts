import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { planStream, reopenPlan } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Takes a plan's closing back. */
export class ReopenPlan extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReopenPlan)
@Injectable()
export class ReopenPlanHandler implements ICommandHandler<ReopenPlan> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, by }: ReopenPlan): Promise<Written> {
    return this.store.transact(planStream, planId, reopenPlan, by);
  }
}
