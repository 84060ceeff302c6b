import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { plansOverview, type PlansOverview } from '@superscope/contracts/plans-overview';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlansOverviewOf } from './plans-overview.query.js';

export const plansOverviewEndpoint = endpoint('GET /api/plans', {
  summary: 'The plans in reach with their published headcount, score, its change, and areas that need attention',
  right: 'portal.read',
  answers: { 200: plansOverview },
});

@Controller()
export class PlansOverviewController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(plansOverviewEndpoint)
  async overview({ caller }: RequestOf<typeof plansOverviewEndpoint>): Promise<PlansOverview> {
    return this.queries.execute(new PlansOverviewOf(caller));
  }
}
