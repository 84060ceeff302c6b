import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { z } from 'zod';
import { workView } from '@superscope/contracts/read-models/work';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { mayChange } from './work-items.js';
import { WorkKinds } from './work-kind.js';
import { WorkModule } from './work.module.js';
import { Worker } from './worker.js';

const changes = {
  right: 'account.self',
  params: { workId: z.uuid() },
  answers: { 200: writeAnswer },
  problems: { 404: null },
} as const;

const stopWorkEndpoint = endpoint('POST /api/work/:workId/stop', {
  summary: 'Stops background work before its next step; own work, or anybody’s with the right to manage it',
  ...changes,
});

const retryWorkEndpoint = endpoint('POST /api/work/:workId/retry', {
  summary: 'Tries failed or stopped background work again, or a planned retry now',
  ...changes,
});

/** Asks work to stop, or to be tried again. */
class ChangeWork extends Command<Written> {
  constructor(
    readonly category: string,
    readonly workId: string,
    readonly change: 'stop' | 'resume',
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeWork)
@Injectable()
class ChangeWorkHandler implements ICommandHandler<ChangeWork> {
  constructor(
    private readonly store: EventStore,
    private readonly kinds: WorkKinds,
  ) {}

  async execute({ category, workId, change, by }: ChangeWork): Promise<Written> {
    const { manager, assertResumable } = this.kinds.of(category)!;
    if (change === 'resume' && assertResumable !== undefined) {
      const { request } = (await this.store.load(manager.stream, workId)).state;
      if (request !== null) await assertResumable(request);
    }
    return this.store.transact(manager.stream, workId, manager[change](by.actor), by);
  }
}

@Controller()
class ChangeWorkController {
  constructor(
    private readonly commands: Commands,
    private readonly kinds: WorkKinds,
    private readonly views: Views,
    private readonly worker: Worker,
  ) {}

  @Endpoint(stopWorkEndpoint)
  stop({ params, caller, request }: RequestOf<typeof stopWorkEndpoint>): Promise<WriteAnswer> {
    return this.change(params.workId, 'stop', caller, request);
  }

  @Endpoint(retryWorkEndpoint)
  async retry({ params, caller, request }: RequestOf<typeof retryWorkEndpoint>): Promise<WriteAnswer> {
    const answer = await this.change(params.workId, 'resume', caller, request);
    void this.worker.look();
    return answer;
  }

  private async change(workId: string, change: 'stop' | 'resume', caller: Principal, request: FastifyRequest) {
    const found = await this.views.of(workView).findOne({ _id: workId });
    // Others' work is answered like none, so that ids cannot be tried.
    if (found === null || this.kinds.of(found.category) === null || !mayChange(caller, found.by))
      throw new NotFoundException('There is no such work.');
    return this.commands.write(request, (by) => new ChangeWork(found.category, workId, change, by));
  }
}

@Module({ imports: [WorkModule], controllers: [ChangeWorkController], providers: [ChangeWorkHandler] })
export class ChangeWorkSlice {}
