import { Controller } from '@nestjs/common';
import { planMoments, type PlanMoments } from '@superscope/contracts/as-of-changes';
import { requirePlan } from '../../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { z } from 'zod';
import { RecordedChanges } from './recorded-changes.js';

const most = 400;

export const planMomentsEndpoint = endpoint('GET /api/history/plans/:planId/moments', {
  summary: 'When something was recorded that a plan’s figures are made of, the newest first',
  right: 'history.read',
  params: { planId: z.string().min(1).max(90) },
  answers: { 200: planMoments },
});

@Controller()
export class PlanMomentsController {
  constructor(private readonly changes: RecordedChanges) {}

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
    };
  }
}
