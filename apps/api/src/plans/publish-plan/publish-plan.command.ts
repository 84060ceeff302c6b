import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Publishes a plan's closed months anew, counting everything recorded by now: after a late load of its history. */
export class PublishPlan extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(PublishPlan)
@Injectable()
export class PublishPlanHandler implements ICommandHandler<PublishPlan> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, by }: PublishPlan): Promise<Written> {
    return this.store.transact(planStream, planId, publishPlan, by);
  }
}
