import { Controller, Get, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PlanSuperScore } from '@superscope/contracts/super-score';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { audienceOf } from '../../analytics/audience.js';
import { Caller } from '../../platform/access/caller.js';
import { Policy } from '../../platform/access/policy.js';
import type { Principal } from '../../platform/access/principal.js';
import { PlanSuperScoreOf } from './plan-super-score.query.js';

const ofPlan = z.strictObject({ planId: z.string('planId is required').min(1, 'planId is required').max(100) });

@Controller('api/planSuperScore')
export class PlanSuperScoreController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Policy('portal.read')
  async score(
    @Query() query: unknown,
    @Caller() caller: Principal,
    @Req() request: FastifyRequest,
  ): Promise<PlanSuperScore> {
    return this.queries.execute(new PlanSuperScoreOf(ofPlan.parse(query).planId, caller, audienceOf(request)));
  }
}
