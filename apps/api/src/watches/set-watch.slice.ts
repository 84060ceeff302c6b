import { randomUUID } from 'node:crypto';
import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { watchRequest } from '@superscope/contracts/watches';
import { setWatch, watchStream, type WatchTerms } from '@superscope/domain/watch/watch';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { PlanInReach, PlanSlice } from '../plans/plan.slice.js';
import { requirePlan } from '../platform/access/caller.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const setWatchEndpoint = endpoint('POST /api/watches', {
  summary:
    'Watches a published figure of a plan, or, without a metric, each month of it that closes: a mail tells of it',
  right: 'watches.own',
  body: watchRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

/** Watches a figure of a plan, or the closing of its months, for one reader. */
export class SetWatch extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly watchId: string,
    readonly terms: WatchTerms,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetWatch)
@Injectable()
export class SetWatchHandler implements ICommandHandler<SetWatch> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, watchId, terms, by }: SetWatch): Promise<Written> {
    return this.store.transact(watchStream, userId, setWatch(userId, watchId, terms), by);
  }
}

@Controller()
class SetWatchController {
  constructor(
    private readonly plans: PlanInReach,
    private readonly commands: Commands,
  ) {}

  @Endpoint(setWatchEndpoint)
  async set({ body, caller, request }: RequestOf<typeof setWatchEndpoint>): Promise<WriteAnswer> {
    requirePlan(caller, body.planId);
    if ((await this.plans.find(body.planId, caller)) === null) throw new NotFoundException('There is no such plan.');
    return this.commands.write(request, (by) => new SetWatch(caller.userId, randomUUID(), body, by));
  }
}

@Module({ imports: [PlanSlice], controllers: [SetWatchController], providers: [SetWatchHandler] })
export class SetWatchSlice {}
