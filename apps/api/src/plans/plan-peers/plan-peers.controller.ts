import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { planPeers, type PlanPeers } from '@superscope/contracts/plan-peers';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanPeersOf } from './plan-peers.query.js';

export const planPeersEndpoint = endpoint('GET /api/plans/:planId/peers', {
  summary: 'Published figures of a plan beside the quartiles of all plans of 30 members or more on its platform',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(100) },
  query: z.strictObject({
    from: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'from is yyyy-MM')
      .optional(),
  }),
  answers: { 200: planPeers },
});

@Controller()
export class PlanPeersController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(planPeersEndpoint)
  async peers({ params, query, caller }: RequestOf<typeof planPeersEndpoint>): Promise<PlanPeers> {
    return this.queries.execute(new PlanPeersOf(params.planId, caller, query.from ?? null));
  }
}
