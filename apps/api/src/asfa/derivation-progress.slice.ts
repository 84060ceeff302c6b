import { Controller, Module } from '@nestjs/common';
import { asfaProgress, type AsfaProgress } from '@superscope/contracts/asfa';
import { plansView } from '@superscope/contracts/read-models/fund';
import { deadLettersOf } from '../changes/dead-letter-document.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Ops, Views } from '../platform/engines.module.js';

const derivationProgressEndpoint = endpoint('GET /api/asfa/progress', {
  summary: 'The number of plans, and of those whose scores are still to be derived again',
  right: 'retirement-standard.write',
  polled: true,
  answers: { 200: asfaProgress },
});

@Controller()
class DerivationProgressController {
  constructor(
    private readonly views: Views,
    private readonly ops: Ops,
  ) {}

  /** Plans that are set aside as dead letters keep their scores, so nothing waits for them. */
  @Endpoint(derivationProgressEndpoint)
  async progress(_: RequestOf<typeof derivationProgressEndpoint>): Promise<AsfaProgress> {
    const [plans, stale, letters] = await Promise.all([
      this.views.of(plansView).countDocuments({}),
      this.views.dirty.distinct('planId'),
      deadLettersOf(this.ops).find({ kind: 'plan' }).toArray(),
    ]);
    const setAside = new Set(letters.map(({ planId }) => planId));
    return { plans, waiting: stale.filter((planId) => !setAside.has(planId)).length };
  }
}

@Module({ controllers: [DerivationProgressController] })
export class DerivationProgressSlice {}
