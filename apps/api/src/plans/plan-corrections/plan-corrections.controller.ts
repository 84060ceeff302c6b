import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { planCorrections, type PlanCorrections } from '@superscope/contracts/corrections';
import { innerId } from '@superscope/contracts/fields';
import { requirePlan } from '../../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanCorrectionsOf } from './plan-corrections.query.js';

export const planCorrectionsEndpoint = endpoint('GET /api/plans/:planId/corrections', {
  summary: 'What can be corrected in a plan: its closing, employers, campaigns, and the imports of its months',
  right: 'corrections.write',
  params: { planId: innerId },
  answers: { 200: planCorrections },
  problems: { 404: null },
});

@Controller()
export class PlanCorrectionsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(planCorrectionsEndpoint)
  of({ params: { planId }, caller }: RequestOf<typeof planCorrectionsEndpoint>): Promise<PlanCorrections> {
    requirePlan(caller, planId);
    return this.queries.execute(new PlanCorrectionsOf(planId));
  }
}
