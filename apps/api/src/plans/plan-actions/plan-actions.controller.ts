import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { planActions, type PlanActions } from '@superscope/contracts/plan-actions';
import { z } from 'zod';
import { audienceFor } from '../../analytics/audience.js';
import { StaffQuestions } from '../../analytics/staff-questions.js';
import { requirePlan } from '../../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { PlanActionsOf } from './plan-actions.query.js';

export const planActionsEndpoint = endpoint('GET /api/plans/:planId/actions', {
  summary: 'What members could do about their scores, with the expected change of the plan’s score, the largest first',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(90) },
  query: z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month is yyyy-MM')
      .optional(),
  }),
  asOf: true,
  answers: { 200: planActions },
});

@Controller()
export class PlanActionsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(planActionsEndpoint)
  async actions({ params, query, caller, request }: RequestOf<typeof planActionsEndpoint>): Promise<PlanActions> {
    const { planId } = params;
    requirePlan(caller, planId);
    const audience = audienceFor(request, caller);
    const answer = await this.queries.execute(new PlanActionsOf(planId, query.month ?? null, audience));
    if (audience === 'staff') {
      const counts = answer.actions.flatMap(({ members, campaigns }) => [
        members,
        ...campaigns.map((of) => of.concerned),
      ]);
      this.questions.noteCounts(
        request,
        { asked: 'actions', planId, month: answer.month },
        planId,
        counts.map(({ value }) => value),
      );
    }
    return answer;
  }
}
