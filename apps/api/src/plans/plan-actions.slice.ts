import { Controller, Injectable, Module } from '@nestjs/common';
import { planActions, type PlanAction, type PlanActions } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import { actionKeys, actions, type ActionKey } from '@superscope/domain/scoring/actions';
import { z } from 'zod';
import { ActionFigures, type ActionAnswer } from '../analytics/actions/action-figures.js';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { audienceFor } from '../analytics/audience.js';
import type { Audience } from '../analytics/compile/compile.js';
import { PlanRows } from '../analytics/plan-rows.js';
import { StaffQuestions } from '../analytics/staff-questions.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

const planActionsEndpoint = endpoint('GET /api/plans/:planId/actions', {
  summary: 'What members could do about their scores, with the expected change of the plan’s score, the largest first',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(90) },
  query: z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month is yyyy-MM')
      .optional(),
  }),
  inDocuments: true,
  asOf: true,
  answers: { 200: planActions },
});

@Injectable()
export class RankedActions {
  constructor(private readonly rows: PlanRows) {}

  /** What could improve a plan's score, at its newest month up to `month` (yyyy-MM; null for the newest of all). */
  of(planId: string, month: string | null, audience: Audience): Promise<PlanActions> {
    return this.rows.keep(planId, audience, `actions ${month ?? ''}`, async () => {
      const figures = new ActionFigures(this.rows, planId);
      const found = audience === 'staff' ? await figures.exact(month) : await figures.published(month);
      if (found === null) return { planId, month: null, actions: [] };
      const ranked = actionKeys.map((key) => planAction(key, found.byAction[key])).sort(byChange);
      return { planId, month: found.month, actions: ranked };
    });
  }
}

function planAction(key: ActionKey, figures: ActionAnswer): PlanAction {
  const { label, area, concerned, assumes } = actions[key];
  return { key, label, area, concerned, assumes, ...figures };
}

/** The largest change comes first. Withheld changes come last, in the order of `actionKeys`. */
const byChange = (a: PlanAction, b: PlanAction): number => orderOf(b.change) - orderOf(a.change);
const orderOf = ({ value }: PublishedFigure): number => value ?? -10;

@Controller()
class PlanActionsController {
  constructor(
    private readonly ranked: RankedActions,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(planActionsEndpoint)
  async actions({ params, query, caller, request }: RequestOf<typeof planActionsEndpoint>): Promise<PlanActions> {
    const { planId } = params;
    requirePlan(caller, planId);
    const audience = audienceFor(request, caller);
    const answer = await this.ranked.of(planId, query.month ?? null, audience);
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

@Module({
  imports: [AnalyticsModule],
  controllers: [PlanActionsController],
  providers: [RankedActions],
  exports: [RankedActions],
})
export class PlanActionsSlice {}
