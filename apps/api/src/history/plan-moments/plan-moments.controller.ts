import { Controller } from '@nestjs/common';
import { planMoments, type PlanMoments } from '@superscope/contracts/as-of-changes';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import { requirePlan } from '../../platform/access/caller.js';
import { Views } from '../../platform/engines.module.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { z } from 'zod';
import { RecordedChanges } from './recorded-changes.js';

const most = 400;
/** A plan has at most one a day. */
const mostDigests = 100;

export const planMomentsEndpoint = endpoint('GET /api/history/plans/:planId/moments', {
  summary: 'When something was recorded that a plan’s figures are made of, the newest first',
  right: 'history.read',
  params: { planId: z.string().min(1).max(90) },
  answers: { 200: planMoments },
});

@Controller()
export class PlanMomentsController {
  constructor(
    private readonly changes: RecordedChanges,
    private readonly views: Views,
  ) {}

  @Endpoint(planMomentsEndpoint)
  async moments({ params, caller }: RequestOf<typeof planMomentsEndpoint>): Promise<PlanMoments> {
    const { planId } = params;
    requirePlan(caller, planId);
    const found = await this.changes.of(planId, '1970-01-01T00:00:00.000Z', { whole: false, most: most + 1 });
    const firstAt = found.map((change) => change.firstAt).reduce((a, b) => (a < b ? a : b), '9');
    return {
      planId,
      firstAt: found.length === 0 ? null : firstAt,
      now: new Date().toISOString(),
      moments: found.slice(0, most),
      isCut: found.length > most,
      digests: await this.keptDigests(planId),
    };
  }

  private async keptDigests(planId: string): Promise<PlanMoments['digests']> {
    const kept = await this.views
      .of(planDigestsView)
      .find({ planId })
      .sort({ moment: -1 })
      .limit(mostDigests)
      .toArray();
    return kept.map(({ moment, keptAt, digest }) => ({ at: moment, keptAt, digest }));
  }
}
