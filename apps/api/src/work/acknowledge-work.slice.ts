import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { workView } from '@superscope/contracts/read-models/work';
import { acknowledgement } from '@superscope/contracts/work';
import { acknowledgeFailure, workFailureStream } from '@superscope/domain/work-failure/work-failure';
import { z } from 'zod';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { LoopedWork } from './looped-work.js';
import { WorkModule } from './work.module.js';

/** How far back failures of work with a loop of its own are listed. */
const dayMs = 24 * 60 * 60_000;

const acknowledgeEndpoint = endpoint('POST /api/work/:workId/acknowledge', {
  summary: 'Takes a failure of background work in hand, with a reason, so that it needs nobody else',
  right: 'work.manage',
  params: { workId: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/) },
  body: acknowledgement,
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: null },
  noted: 'acknowledged failure',
});

/** Takes a failure of background work in hand. */
const AcknowledgeFailure = decides(
  'AcknowledgeFailure',
  workFailureStream,
  (failedAt: string, reason: string) => (failure, by, workId) =>
    acknowledgeFailure(workId, failedAt, by.actor, reason)(failure),
);

@Controller()
class AcknowledgeWorkController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly looped: LoopedWork,
  ) {}

  @Endpoint(acknowledgeEndpoint)
  async acknowledge({ params, body, caller, request }: RequestOf<typeof acknowledgeEndpoint>): Promise<WriteAnswer> {
    const failedAt = await this.failedAt(params.workId, caller);
    return this.commands.write(request, AcknowledgeFailure.of(params.workId, failedAt, body.reason));
  }

  private async failedAt(workId: string, caller: Principal): Promise<string> {
    const managed = await this.views.of(workView).findOne({ _id: workId });
    const found =
      managed === null
        ? (await this.looped.since(new Date(Date.now() - dayMs), caller)).find((each) => each.workId === workId)
        : { state: managed.state, endedAt: managed.endedAt?.toISOString() ?? null };
    if (found === undefined) throw new Refusal(404, { message: 'There is no such work.' });
    if (found.state !== 'failed' || found.endedAt === null)
      throw new Refusal(409, { message: 'Only what failed can be acknowledged.' });
    return found.endedAt;
  }
}

@Module({ imports: [WorkModule], controllers: [AcknowledgeWorkController], providers: [AcknowledgeFailure.handler] })
export class AcknowledgeWorkSlice {}
