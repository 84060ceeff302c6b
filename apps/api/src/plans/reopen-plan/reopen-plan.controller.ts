import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { ReopenPlan } from './reopen-plan.command.js';

export const reopenPlanEndpoint = endpoint('POST /api/plans/:planId/reopen', {
  summary: 'Takes the closing of a plan back',
  right: 'corrections.write',
  noted: 'reopened plan',
  params: { planId: innerId },
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class ReopenPlanController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(reopenPlanEndpoint)
  reopen({ params, request }: RequestOf<typeof reopenPlanEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new ReopenPlan(params.planId, by));
  }
}
