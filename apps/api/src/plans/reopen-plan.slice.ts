import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { planStream, reopenPlan } from '@superscope/domain/plan/plan';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const reopenPlanEndpoint = endpoint('POST /api/plans/:planId/reopen', {
  summary: 'Withdraws the closing of a plan',
  right: 'corrections.write',
  params: { planId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'reopened plan',
});

/** Withdraws the closing of a plan. */
export const ReopenPlan = decides('ReopenPlan', planStream, () => reopenPlan);

@Controller()
class ReopenPlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(reopenPlanEndpoint)
  reopen({ params, request }: RequestOf<typeof reopenPlanEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, ReopenPlan.of(params.planId));
  }
}

@Module({ controllers: [ReopenPlanController], providers: [ReopenPlan.handler] })
export class ReopenPlanSlice {}
