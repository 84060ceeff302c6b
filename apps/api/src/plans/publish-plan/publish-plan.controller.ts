import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { requirePlan } from '../../platform/access/caller.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PublishPlan } from './publish-plan.command.js';

export const publishPlanEndpoint = endpoint('POST /api/plans/:planId/publish', {
  summary: 'Publishes the closed months of a plan anew, counting everything recorded by now',
  right: 'plans.publish',
  noted: 'published plan',
  params: { planId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class PublishPlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(publishPlanEndpoint)
  async publish({ params, caller, request }: RequestOf<typeof publishPlanEndpoint>): Promise<WriteAnswer> {
    requirePlan(caller, params.planId);
    return this.commands.write(request, (by) => new PublishPlan(params.planId, by));
  }
}
