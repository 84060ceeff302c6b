import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { planStream, reopenPlan } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const reopenPlanEndpoint = endpoint('POST /api/plans/:planId/reopen', {
  summary: 'Withdraws the closing of a plan',
  right: 'corrections.write',
  params: { planId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'reopened plan',
});

/** Withdraws the closing of a plan. */
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

@Controller()
class ReopenPlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(reopenPlanEndpoint)
  reopen({ params, request }: RequestOf<typeof reopenPlanEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ReopenPlan(params.planId, by));
  }
}

@Module({ controllers: [ReopenPlanController], providers: [ReopenPlanHandler] })
export class ReopenPlanSlice {}
