import { Injectable, NotFoundException } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { LoadResult } from '@superscope/contracts/analytics/answer';
import { plansView } from '@superscope/contracts/read-models/fund';
import { AnalyticsService } from '../../analytics/load/analytics-service.js';
import { Views } from '../../platform/engines.module.js';
import type { Principal } from '../../platform/access/principal.js';
import { measureColumns, shareColumns } from './summary-columns.js';
import { csvOf } from './summary-csv.js';

export interface AnalyticsSummary {
  planName: string;
  csv: string;
  rows: number;
}

/** The plan's figures by closed month, as employers see them, because the file may be given to an employer. */
export class AnalyticsSummaryOf extends Query<AnalyticsSummary> {
  constructor(
    readonly planId: string,
    readonly principal: Principal,
  ) {
    super();
  }
}

const month = 'MemberSnapshot.month';

@QueryHandler(AnalyticsSummaryOf)
@Injectable()
export class AnalyticsSummaryHandler implements IQueryHandler<AnalyticsSummaryOf> {
  constructor(
    private readonly views: Views,
    private readonly analytics: AnalyticsService,
  ) {}

  async execute({ planId, principal }: AnalyticsSummaryOf): Promise<AnalyticsSummary> {
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
    return { planName: plan.name, rows: months.length, csv: csvOf(plan.name, months, measures!, shares) };
  }
}
