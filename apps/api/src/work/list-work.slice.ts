import { Controller, Module } from '@nestjs/common';
import { workView } from '@superscope/contracts/read-models/work';
import { workList, type WorkList } from '@superscope/contracts/work';
import type { Filter } from 'mongodb';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import type { Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { LoopedWork } from './looped-work.js';
import { isForgotten } from './settled-failures.js';
import { WorkItems } from './work-items.js';
import { WorkModule } from './work.module.js';

const mostOwn = 10;
const mostListed = 200;
const dayMs = 24 * 60 * 60_000;

const ownWorkEndpoint = endpoint('GET /api/work/mine', {
  summary: 'The newest background work that the caller asked for, with the files that it made',
  right: 'account.self',
  polled: true,
  answers: { 200: workList },
});

const workEndpoint = endpoint('GET /api/work', {
  summary: 'Everybody’s background work that has not ended, that failed, or that ended within a day',
  right: 'work.read',
  polled: true,
  answers: { 200: workList },
});

@Controller()
class ListWorkController {
  constructor(
    private readonly views: Views,
    private readonly items: WorkItems,
    private readonly looped: LoopedWork,
  ) {}

  @Endpoint(ownWorkEndpoint)
  own({ caller }: RequestOf<typeof ownWorkEndpoint>): Promise<WorkList> {
    return this.list({ by: caller.userId }, mostOwn, caller);
  }

  @Endpoint(workEndpoint)
  async everybodys({ caller }: RequestOf<typeof workEndpoint>): Promise<WorkList> {
    const dayAgo = new Date(Date.now() - dayMs);
    const today = { endedAt: { $gte: dayAgo } };
    const wanted = { $or: [{ state: { $nin: ['done', 'stopped'] as ('done' | 'stopped')[] } }, today] };
    const [{ items, isCut }, others] = await Promise.all([
      this.list(wanted, mostListed, caller),
      this.looped.since(dayAgo, caller),
    ]);
    return { items: [...items, ...others].filter((item) => !isForgotten(item)), isCut };
  }

  private async list(wanted: Filter<DocumentOf<typeof workView>>, most: number, caller: Principal): Promise<WorkList> {
    const found = await this.views
      .of(workView)
      .find(wanted)
      .sort({ requestedAt: -1 })
      .limit(most + 1)
      .toArray();
    return { items: await this.items.from(found.slice(0, most), caller), isCut: found.length > most };
  }
}

@Module({ imports: [WorkModule], controllers: [ListWorkController] })
export class ListWorkSlice {}
