import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { closePlanRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { closePlan, planStream } from '@superscope/domain/plan/plan';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const closePlanEndpoint = endpoint('POST /api/plans/:planId/close', {
  summary: 'Closes a plan; `on` is the first day without it',
  right: 'corrections.write',
  params: { planId: innerId },
  body: closePlanRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'closed plan',
});

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

@Controller()
class ClosePlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(closePlanEndpoint)
  close({ params, body, request }: RequestOf<typeof closePlanEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ClosePlan(params.planId, body.on, by));
  }
}

@Module({ controllers: [ClosePlanController], providers: [ClosePlanHandler] })
export class ClosePlanSlice {}
