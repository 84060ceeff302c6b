import { Controller, Module } from '@nestjs/common';
import { cleanField } from '@superscope/contracts/clean-field';
import { innerId } from '@superscope/contracts/fields';
import {
  planReport,
  type PdfPageSource,
  type PlanReport,
  type ReportSnapshot,
  type ServedPage,
} from '@superscope/contracts/plan-report';
import { reportPeriod } from '@superscope/contracts/policy-committee-report';
import { monthOf } from '@superscope/domain/calendar-dates';
import { inSequence, type ReportTemplate } from '@superscope/domain/report-template/report-template';
import { templatePeriod, usualTemplate } from '@superscope/domain/report-template/serving-template';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { severalAtOnce } from '../analytics/load/several-at-once.js';
import { BadQuery } from '../analytics/query/bad-query.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { PdfPages } from '../report-templates/pdf-pages.js';
import { ReportTemplatesModule } from '../report-templates/report-templates.module.js';
import { ReportTemplates } from '../report-templates/templates.slice.js';
import { PlanParties, ReportPartiesSlice } from './report-parties.slice.js';
import { PlanRankingSlice, PlanRanks } from './plan-ranking.slice.js';
import { readPublished, type PublishedRows } from './published-rows.js';
import { snapshotOf, snapshotQueries, type Answers } from './report-snapshot.js';

const planReportEndpoint = endpoint('GET /api/plans/:planId/reports', {
  summary:
    'The Policy Committee Report of a plan in reach: its dates, whom it names, and its published figures; `companyId` is an employer of the plan. The narrowest template serves, or the narrowest of the name `template`',
  right: 'documents.make',
  params: { planId: innerId },
  query: z.strictObject({ companyId: innerId.optional(), template: cleanField().min(1).max(100).optional() }),
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
    private readonly templates: ReportTemplates,
    private readonly pdfPages: PdfPages,
  ) {}

  @Endpoint(planReportEndpoint)
  async report({ params, query, caller }: RequestOf<typeof planReportEndpoint>): Promise<PlanReport> {
    const { planId } = params;
    requirePlan(caller, planId);
    const [{ plan, ...parties }, closed] = await Promise.all([
      this.parties.of(planId, query.companyId),
      this.figures.closedMonths([planId]),
    ]);
    const ofPlan = closed.get(planId) ?? [];
    const months = { firstMonth: ofPlan[0]?.month ?? null, closedMonth: ofPlan.at(-1)?.month ?? null };
    const { platformId } = plan;
    const template = await this.templates.serving(
      { platformId, planId, companyId: query.companyId ?? null },
      query.template,
    );
    const period = template === null ? reportPeriod(months) : templatePeriod(template, months);
    return {
      planId,
      planName: plan.name,
      template: template?.templateName ?? usualTemplate,
      reportingStartDate: period && period.start,
      reportingEndDate: period && period.end,
      reportPages: template === null ? [] : servedPages(template, await this.pdfPages.sourcesOf(template)),
      ...parties,
      planAnalytics: {
        snapshots: period === null ? [] : [await this.snapshot(planId, monthOf(period.start), monthOf(period.end))],
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

/** The pages of a template as a report has them. */
const servedPages = (template: ReportTemplate, sources: ReadonlyMap<string, PdfPageSource>): ServedPage[] =>
  inSequence(template.pages).map(({ pageId, templatePageNumber, templatePageName, heading, sections }) => ({
    id: pageId,
    templatePageNumber,
    templatePageName,
    heading,
    pageSections: inSequence(sections).map((section) => ({
      sequence: section.sequence,
      heading: section.heading ?? section.templateSectionName,
      sectionItems: inSequence(section.items).map(({ sequence, text, note }) => ({ sequence, text, note })),
    })),
    source: sources.get(pageId) ?? null,
    pageResources: [],
  }));

@Module({
  imports: [AnalyticsModule, PlanRankingSlice, ReportPartiesSlice, ReportTemplatesModule],
  controllers: [PlanReportController],
})
export class PlanReportSlice {}
