import { randomUUID } from 'node:crypto';
import { Controller, Module, NotFoundException } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { watchRequest } from '@superscope/contracts/watches';
import { setWatch, watchStream, type WatchTerms } from '@superscope/domain/watch/watch';
import { PlanInReach, PlanSlice } from '../plans/plan.slice.js';
import { requirePlan } from '../platform/access/caller.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
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
export const SetWatch = decides(
  'SetWatch',
  watchStream,
  (watchId: string, terms: WatchTerms) => (watches, _by, userId) => setWatch(userId, watchId, terms)(watches),
);

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
    return this.commands.write(request, SetWatch.of(caller.userId, randomUUID(), body));
  }
}

@Module({ imports: [PlanSlice], controllers: [SetWatchController], providers: [SetWatch.handler] })
export class SetWatchSlice {}
