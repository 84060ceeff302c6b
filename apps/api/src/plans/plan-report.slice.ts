import { Controller, Module } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { planReport, type PlanReport, type ReportSnapshot } from '@superscope/contracts/plan-report';
import { monthOf } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { severalAtOnce } from '../analytics/load/several-at-once.js';
import { BadQuery } from '../analytics/query/bad-query.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { PlanParties, ReportPartiesSlice } from './report-parties.slice.js';
import { PlanTemplates, ReportTemplateSlice, templatedEmployer, templateName } from './report-template.slice.js';
import { PlanRankingSlice, PlanRanks } from './plan-ranking.slice.js';
import { readPublished, type PublishedRows } from './published-rows.js';
import { snapshotOf, snapshotQueries, type Answers } from './report-snapshot.js';

const planReportEndpoint = endpoint('GET /api/plans/:planId/reports', {
  summary:
    'The Policy Committee Report of a plan in reach: its dates, whom it names, and its published figures; `companyId` is an employer of the plan',
  right: 'documents.make',
  params: { planId: innerId },
  query: z.strictObject({ companyId: innerId.optional(), template: templateName.optional() }),
  inDocuments: true,
  answers: { 200: planReport },
  problems: { 404: null },
});

const never = new AbortController().signal;

@Controller()
class PlanReportController {
  constructor(
    private readonly parties: PlanParties,
    private readonly figures: AnalyticsService,
    private readonly ranks: PlanRanks,
    private readonly templates: PlanTemplates,
  ) {}

  @Endpoint(planReportEndpoint)
  async report({ params, query, caller }: RequestOf<typeof planReportEndpoint>): Promise<PlanReport> {
    const { planId } = params;
    requirePlan(caller, planId);
    const { plan, contacts, encodedProviderLogo } = await this.parties.of(planId, query.companyId);
    const served = await this.templates.of({
      planId,
      platformId: plan.platformId,
      companyId: templatedEmployer(caller, query.companyId),
      named: query.template,
    });
    const { reportingStartDate: start, reportingEndDate: end } = served;
    return {
      planId,
      planName: plan.name,
      ...served,
      contacts,
      encodedProviderLogo,
      planAnalytics: {
        snapshots: start === null || end === null ? [] : [await this.snapshot(planId, monthOf(start), monthOf(end))],
      },
      contactsTableImageId: null,
      repsTableImageId: null,
    };
  }

  private async snapshot(planId: string, from: string, to: string): Promise<ReportSnapshot> {
    const asker = { role: 'Application', scope: { kind: 'plans', planIds: new Set([planId]) } } as const;
    const asked = Object.entries(snapshotQueries(planId, from, to));
    const [answers, ranked] = await Promise.all([
      severalAtOnce(asked, never, async ([name, query]): Promise<[string, PublishedRows]> => {
        try {
          const { results } = await this.figures.load(query, asker, 'employer');
          return [name, readPublished(results[0]!)];
        } catch (error) {
          // A plan of few members is not divided.
          if (error instanceof BadQuery && error.status === 403) return [name, []];
          throw error;
        }
      }),
      this.ranks.of(planId),
    ]);
    return snapshotOf(
      Object.fromEntries(answers) as unknown as Answers,
      ranked.find(({ month }) => month === to) ?? null,
    );
  }
}

@Module({
  imports: [AnalyticsModule, PlanRankingSlice, ReportPartiesSlice, ReportTemplateSlice],
  controllers: [PlanReportController],
})
export class PlanReportSlice {}
