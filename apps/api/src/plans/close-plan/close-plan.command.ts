import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { closePlan, planStream } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Closes a plan: `on` (yyyy-MM-dd) is the first day without it. */
export class ClosePlan extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly on: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ClosePlan)
@Injectable()
export class ClosePlanHandler implements ICommandHandler<ClosePlan> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, on, by }: ClosePlan): Promise<Written> {
    return this.store.transact(planStream, planId, closePlan(on), by);
  }
}
