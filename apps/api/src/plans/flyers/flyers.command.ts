import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { planStream, removeFlyer, uploadFlyer } from '@superscope/domain/plan/plan';
import type { PlanFlyer } from '@superscope/domain/plan/plan.events';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Adds a flyer whose bytes are already stored, or replaces the flyer of the same name. */
export class UploadFlyer extends Command<Written> {
  constructor(
    readonly flyer: PlanFlyer,
    readonly by: CommandContext,
  ) {
    super();
  }
}

export class RemoveFlyer extends Command<Written> {
  constructor(
    readonly planId: string,
    readonly name: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadFlyer)
@Injectable()
export class UploadFlyerHandler implements ICommandHandler<UploadFlyer> {
  constructor(private readonly store: EventStore) {}

  execute({ flyer, by }: UploadFlyer): Promise<Written> {
    return this.store.transact(planStream, flyer.planId, uploadFlyer(flyer), by);
  }
}

@CommandHandler(RemoveFlyer)
@Injectable()
export class RemoveFlyerHandler implements ICommandHandler<RemoveFlyer> {
  constructor(private readonly store: EventStore) {}

  execute({ planId, name, by }: RemoveFlyer): Promise<Written> {
    return this.store.transact(planStream, planId, removeFlyer(name), by);
  }
}
