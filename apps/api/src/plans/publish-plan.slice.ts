import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { requirePlan } from '../platform/access/caller.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const publishPlanEndpoint = endpoint('POST /api/plans/:planId/publish', {
  summary: 'Publishes new editions of a plan’s closed months, counting everything recorded by now',
  right: 'plans.publish',
  params: { planId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'published plan',
});

/** Publishes new editions of a plan's closed months, counting everything recorded by now. Used after a late load of the plan's history. */
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

@Controller()
class PublishPlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(publishPlanEndpoint)
  async publish({ params, caller, request }: RequestOf<typeof publishPlanEndpoint>): Promise<WriteAnswer> {
    requirePlan(caller, params.planId);
    return this.commands.write(request, (by) => new PublishPlan(params.planId, by));
  }
}

@Module({ controllers: [PublishPlanController], providers: [PublishPlanHandler] })
export class PublishPlanSlice {}
