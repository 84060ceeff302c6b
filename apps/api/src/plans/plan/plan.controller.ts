import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Plan, PlanOption } from '@superscope/contracts/plan';
import { z } from 'zod';
import { Caller } from '../../platform/access/caller.js';
import { Policy } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { PlanById, PlansByName } from './plan.query.js';

const planId = z.string().min(1).max(90);
const listQuery = z.strictObject({
  name: z.string().max(100).optional(),
  platformId: z.string().max(40).optional(),
});

@Controller('api/plan')
export class PlanController {
  constructor(private readonly queries: QueryBus) {}

  /** With `name` the matching plans in reach; without, the caller's one plan (404 where they must choose). */
  @Get()
  @Policy('portal.read')
  async list(@Query() query: unknown, @Caller() caller: Principal): Promise<PlanOption[] | Plan> {
    const { name, platformId } = listQuery.parse(query);
    if (name !== undefined) return this.queries.execute(new PlansByName(name, caller, platformId ?? null));
    const plan = await this.queries.execute(new PlanById(null, caller));
    if (plan === null) throw new NotFoundException('Please select a plan');
    return plan;
  }

  @Get(':id')
  @Policy('portal.read')
  async one(@Param('id') id: string, @Caller() caller: Principal): Promise<Plan> {
    const plan = await this.queries.execute(new PlanById(planId.parse(id), caller));
    if (plan === null) throw new NotFoundException('There is no such plan.');
    return plan;
  }
}
