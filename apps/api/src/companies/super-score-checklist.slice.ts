import { Controller, Module } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { FastifyReply } from 'fastify';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { PlanActionsSlice, RankedActions } from '../plans/plan-actions.slice.js';
import { PlanSuperScores, PlanSuperScoreSlice } from '../plans/plan-super-score.slice.js';
import { checklistOf } from './checklist.js';

const word = new Media('application/vnd.openxmlformats-officedocument.wordprocessingml.document');

const superScoreChecklistEndpoint = endpoint('GET /api/companies/:companyId/superScoreChecklist', {
  summary:
    'What raises the score of an employer’s plan, area by area in published figures with boxes to tick, as a Word document',
  right: 'employer-documents.make',
  params: { companyId: innerId },
  answers: { 200: word },
  problems: { 404: null, 409: null },
  sends: true,
});

@Controller()
class SuperScoreChecklistController {
  constructor(
    private readonly views: Views,
    private readonly scores: PlanSuperScores,
    private readonly ranked: RankedActions,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the document before it is sent. An employer out of reach is answered in the same words as none. */
  @Endpoint(superScoreChecklistEndpoint)
  async make(
    { params, caller, request }: RequestOf<typeof superScoreChecklistEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { companyId } = params;
    const company = await this.views.of(companiesView).findOne({ _id: companyId });
    if (company === null || !inScope(caller.scope, company.planId))
      throw new RuleViolation('not-found', 'There is no such employer.');
    const { planId, name: companyName } = company;
    const plan = await this.views.of(plansView).findOne({ _id: planId });
    if (plan?.superScoreClient !== true) throw new Refusal(409, { message: 'Not a SuperScore client' });
    const score = await this.scores.of(planId, caller, 'employer');
    const actions = await this.ranked.of(planId, score.month, 'employer');
    // Loaded for the first document only, because most of the api's processes make none.
    const { checklistDocument } = await import('./checklist-document.js');
    const file = await checklistDocument(checklistOf({ companyName, planName: plan.name }, score, actions));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      rows: null,
      action: 'export',
      object: 'superScoreChecklist',
      outcome: 'ok',
      filter: { companyId },
    });
    await reply
      .header('Content-Type', word.type)
      .header('Content-Disposition', attachment(`SuperScore checklist, ${companyName}`, 'docx'))
      .send(file);
  }
}

@Module({ imports: [PlanActionsSlice, PlanSuperScoreSlice], controllers: [SuperScoreChecklistController] })
export class SuperScoreChecklistSlice {}
