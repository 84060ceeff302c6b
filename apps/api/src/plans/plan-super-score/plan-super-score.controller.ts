import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { planSuperScore, type PlanSuperScore } from '@superscope/contracts/super-score';
import { z } from 'zod';
import { audienceFor } from '../../analytics/audience.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanSuperScoreOf } from './plan-super-score.query.js';

export const planSuperScoreEndpoint = endpoint('GET /api/planSuperScore', {
  summary: 'Score and areas of a plan at its newest month',
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  query: z.strictObject({ planId: z.string('planId is required').min(1, 'planId is required').max(100) }),
  answers: { 200: planSuperScore },
});

@Controller()
export class PlanSuperScoreController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(planSuperScoreEndpoint)
  async score({ query, caller, request }: RequestOf<typeof planSuperScoreEndpoint>): Promise<PlanSuperScore> {
    return this.queries.execute(new PlanSuperScoreOf(query.planId, caller, audienceFor(request, caller)));
  }
}
