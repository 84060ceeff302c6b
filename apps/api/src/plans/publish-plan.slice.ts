import { Controller, Module } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import { requirePlan } from '../platform/access/caller.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const publishPlanEndpoint = endpoint('POST /api/plans/:planId/publish', {
  summary: 'Publishes new editions of a plan’s closed months, counting everything recorded by now',
  right: 'plans.publish',
  params: { planId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'published plan',
});

/** Publishes new editions of a plan's closed months, counting everything recorded by now. Used after a late load of the plan's history. */
export const PublishPlan = decides('PublishPlan', planStream, () => publishPlan);

@Controller()
class PublishPlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(publishPlanEndpoint)
  async publish({ params, caller, request }: RequestOf<typeof publishPlanEndpoint>): Promise<WriteAnswer> {
    requirePlan(caller, params.planId);
    return this.commands.write(request, PublishPlan.of(params.planId));
  }
}

@Module({ controllers: [PublishPlanController], providers: [PublishPlan.handler] })
export class PublishPlanSlice {}
