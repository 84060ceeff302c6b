import { Controller, NotFoundException } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { yesOrNo } from '@superscope/contracts/fields';
import { plan, planOption, type Plan, type PlanOption } from '@superscope/contracts/plan';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanById, PlansByName } from './plan.query.js';

export const plansEndpoint = endpoint('GET /api/plan', {
  summary: "With `name` the matching plans in reach; without, the caller's one plan, or 404 where they have to choose",
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  query: z.strictObject({
    name: z.string().max(100).optional(),
    platformId: z.string().max(40).optional(),
    /** `true`: only plans without members; `false`: only plans with some. */
    memberless: yesOrNo.optional(),
    /** `true`: only plans whose platform has a microsite; `false`: only the others. */
    microsite: yesOrNo.optional(),
  }),
  answers: { 200: z.union([z.array(planOption), plan]) },
  problems: { 404: null },
});

export const planEndpoint = endpoint('GET /api/plan/:id', {
  summary: 'One plan in reach',
  right: 'portal.read',
  inDocuments: true,
  asOf: true,
  params: { id: z.string().min(1).max(90) },
  answers: { 200: plan },
  problems: { 404: null },
});

@Controller()
export class PlanController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(plansEndpoint)
  async list({ query, caller }: RequestOf<typeof plansEndpoint>): Promise<PlanOption[] | Plan> {
    const { name, ...narrowed } = query;
    if (name !== undefined) return this.queries.execute(new PlansByName(name, caller, narrowed));
    const own = await this.queries.execute(new PlanById(null, caller));
    if (own === null) throw new NotFoundException('Please select a plan');
    return own;
  }

  @Endpoint(planEndpoint)
  async one({ params, caller }: RequestOf<typeof planEndpoint>): Promise<Plan> {
    const found = await this.queries.execute(new PlanById(params.id, caller));
    if (found === null) throw new NotFoundException('There is no such plan.');
    return found;
  }
}
