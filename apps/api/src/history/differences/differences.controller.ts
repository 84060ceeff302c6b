import { Controller } from '@nestjs/common';
import { asOfDifferences, type AsOfDifferences } from '@superscope/contracts/as-of-changes';
import { z } from 'zod';
import { StaffQuestions } from '../../analytics/staff-questions.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import { AsOfViews } from '../as-of-views/as-of-views.js';
import { asOfViewId } from '../as-of-views/as-of-views.controller.js';
import { Differences } from './differences.query.js';

export const differencesEndpoint = endpoint('GET /api/history/views/:viewId/differences', {
  summary: 'What differs in a plan-month between then and now, with the events that were recorded since then',
  right: 'history.read',
  params: { viewId: asOfViewId },
  query: z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month is yyyy-MM')
      .optional(),
  }),
  answers: { 200: asOfDifferences },
  problems: { 404: null },
});

@Controller()
export class DifferencesController {
  constructor(
    private readonly views: AsOfViews,
    private readonly differences: Differences,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(differencesEndpoint)
  async of({ params, query, caller, request }: RequestOf<typeof differencesEndpoint>): Promise<AsOfDifferences> {
    const view = await this.views.document(params.viewId, caller);
    if (view.state !== 'ready') throw new Refusal(409, { message: 'This view is not ready yet.' });
    const found = await this.differences.of(view, query.month ?? null);
    const counts = [found.onlyThen.members, found.onlyNow.members, ...found.columns.map(({ members }) => members)];
    this.questions.noteCounts(
      request,
      { asked: 'differences', view: view._id, month: found.month },
      view.planId,
      counts,
    );
    return found;
  }
}
