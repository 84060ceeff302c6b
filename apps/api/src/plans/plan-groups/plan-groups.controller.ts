import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { planGroups, type PlanGroups } from '@superscope/contracts/plan-groups';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanGroupsOf } from './plan-groups.query.js';

export const planGroupsEndpoint = endpoint('GET /api/plan/:id/groups', {
  summary: 'The companies and member categories of one plan in reach, to filter figures by',
  right: 'portal.read',
  params: { id: z.string().min(1).max(90) },
  asOf: true,
  answers: { 200: planGroups },
});

@Controller()
export class PlanGroupsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(planGroupsEndpoint)
  groups({ params, caller }: RequestOf<typeof planGroupsEndpoint>): Promise<PlanGroups> {
    return this.queries.execute(new PlanGroupsOf(params.id, caller));
  }
}
