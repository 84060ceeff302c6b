import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../../platform/access/access-log.js';
import { requirePlan } from '../../platform/access/caller.js';
import { Media } from '../../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { attachment } from '../../platform/http/attachment.js';
import { AnalyticsSummaryOf } from './analytics-summary.query.js';

export const analyticsSummaryEndpoint = endpoint('GET /api/plans/:planId/analyticsSummaryCsv', {
  summary: 'The figures of the dashboard by month as employers read them, as a CSV file named after the plan',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(90) },
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null },
  sends: true,
});

@Controller()
export class AnalyticsSummaryController {
  constructor(
    private readonly queries: QueryBus,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(analyticsSummaryEndpoint)
  async download(
    { params, caller, request }: RequestOf<typeof analyticsSummaryEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    requirePlan(caller, params.planId);
    const { planName, csv, rows } = await this.queries.execute(new AnalyticsSummaryOf(params.planId, caller));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: params.planId,
      rows,
      action: 'export',
      object: 'analyticsSummary',
      outcome: 'ok',
    });
    await reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', attachment(planName, 'csv'))
      .send(csv);
  }
}
