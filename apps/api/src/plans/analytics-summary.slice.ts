import { Controller, Module, NotFoundException } from '@nestjs/common';
import type { LoadResult } from '@superscope/contracts/analytics/answer';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { plansView } from '@superscope/contracts/read-models/fund';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import type { Principal } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { measureColumns, shareColumns } from './summary-columns.js';
import { csvOf } from './summary-csv.js';

const analyticsSummaryEndpoint = endpoint('GET /api/plans/:planId/analyticsSummaryCsv', {
  summary: 'The figures of the dashboard by month as employers read them, as a CSV file named after the plan',
  right: 'portal.read',
  params: { planId: z.string().min(1).max(90) },
  answers: { 200: new Media('text/csv; charset=utf-8') },
  problems: { 404: null },
  sends: true,
});

interface AnalyticsSummary {
  planName: string;
  csv: string;
  rows: number;
}

const month = 'MemberSnapshot.month';

@Controller()
class AnalyticsSummaryController {
  constructor(
    private readonly views: Views,
    private readonly analytics: AnalyticsService,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(analyticsSummaryEndpoint)
  async download(
    { params, caller, request }: RequestOf<typeof analyticsSummaryEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    requirePlan(caller, params.planId);
    const { planName, csv, rows } = await this.summaryOf(params.planId, caller);
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

  /** The plan's figures by closed month, as employers see them, because the file may be given to an employer. */
  private async summaryOf(planId: string, principal: Principal): Promise<AnalyticsSummary> {
    const plan = await this.views.of(plansView).findOne({ _id: planId }, { projection: { name: 1 } });
    // Without a name, the document's first event was set aside, and only later fields are known.
    if (plan?.name === undefined) throw new NotFoundException('There is no such plan.');
    const ask = async (query: AnalyticsQuery): Promise<LoadResult> => {
      const { results } = await this.analytics.load(
        {
          ...query,
          filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
          timeDimensions: [{ dimension: month, granularity: 'month' }],
          order: [[month, 'asc']],
        },
        principal,
        'employer',
      );
      return results[0]!;
    };
    const [measures, ...shares] = await Promise.all([
      ask({ measures: measureColumns.map(({ measure }) => measure) }),
      ...shareColumns.map(({ dimension }) =>
        ask({ measures: ['MemberSnapshot.shareOfMembers'], dimensions: [dimension] }),
      ),
    ]);
    const closed = (await this.analytics.closedMonths([planId])).get(planId) ?? [];
    const months = closed.map((each) => each.month);
    return { planName: plan.name, rows: months.length, csv: csvOf(plan.name, months, measures, shares) };
  }
}

@Module({ imports: [AnalyticsModule], controllers: [AnalyticsSummaryController] })
export class AnalyticsSummarySlice {}
