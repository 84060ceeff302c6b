import { randomUUID } from 'node:crypto';
import { Controller, NotFoundException } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { ownWatches, watchRequest, type OwnWatches } from '@superscope/contracts/watches';
import { z } from 'zod';
import { requirePlan } from '../../platform/access/caller.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanById } from '../../plans/plan/plan.query.js';
import { RemoveWatch } from '../remove-watch/remove-watch.command.js';
import { SetWatch } from '../set-watch/set-watch.command.js';
import { OwnWatchesOf } from './watches.query.js';

export const watchesEndpoint = endpoint('GET /api/watches', {
  summary: 'The caller’s watches',
  right: 'watches.own',
  answers: { 200: ownWatches },
});

export const setWatchEndpoint = endpoint('POST /api/watches', {
  summary:
    'Watches a published figure of a plan, or, without a metric, each month of it that closes: a mail tells of it',
  right: 'watches.own',
  body: watchRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

export const removeWatchEndpoint = endpoint('DELETE /api/watches/:watchId', {
  summary: 'Removes a watch',
  right: 'watches.own',
  params: { watchId: z.uuid('This is not an id.') },
  answers: { 200: writeAnswer },
});

/** The caller's own watches. There is no endpoint for those of other users. */
@Controller()
export class WatchesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: Commands,
  ) {}

  @Endpoint(watchesEndpoint)
  own({ caller }: RequestOf<typeof watchesEndpoint>): Promise<OwnWatches> {
    return this.queries.execute(new OwnWatchesOf(caller));
  }

  @Endpoint(setWatchEndpoint)
  async set({ body, caller, request }: RequestOf<typeof setWatchEndpoint>): Promise<WriteAnswer> {
    requirePlan(caller, body.planId);
    if ((await this.queries.execute(new PlanById(body.planId, caller))) === null)
      throw new NotFoundException('There is no such plan.');
    return this.commands.write(request, (by) => new SetWatch(caller.userId, randomUUID(), body, by));
  }

  @Endpoint(removeWatchEndpoint)
  remove({ params, caller, request }: RequestOf<typeof removeWatchEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new RemoveWatch(caller.userId, params.watchId, by));
  }
}
