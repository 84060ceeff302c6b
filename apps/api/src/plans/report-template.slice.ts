import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { cleanField } from '@superscope/contracts/clean-field';
import { innerId } from '@superscope/contracts/fields';
import { servedTemplate, type ServedPage, type ServedTemplate } from '@superscope/contracts/plan-report';
import { reportPeriod } from '@superscope/contracts/policy-committee-report';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { inSequence, templateIdOf } from '@superscope/domain/report-template/report-template';
import { templatePeriod, usualTemplate } from '@superscope/domain/report-template/serving-template';
import { customPage } from '@superscope/domain/report-template/template-pages';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { requirePlan } from '../platform/access/caller.js';
import { may } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { currentReadSet } from '../platform/read-set/read-set.js';
import { PdfPages } from '../report-templates/pdf-pages.js';
import { TemplateHistory } from '../report-templates/template-history.js';
import { ReportTemplatesModule } from '../report-templates/report-templates.module.js';
import { ReportTemplates, type ReadTemplate } from '../report-templates/templates.slice.js';

export const templateName = cleanField().min(1).max(100);

const reportTemplateEndpoint = endpoint('GET /api/plans/:planId/reports/template', {
  summary:
    'The pages and dates of the Policy Committee Report of a plan in reach, without its figures; `companyId` is an employer of the plan. The narrowest template serves, or the narrowest of the name `template`',
  right: 'documents.make',
  params: { planId: innerId },
  query: z.strictObject({ companyId: innerId.optional(), template: templateName.optional() }),
  inDocuments: true,
  asOf: true,
  answers: { 200: servedTemplate },
  problems: { 404: null },
});

/** The document for whose page a Policy Committee Report is read while it is made. */
export const policyCommitteeDocument = 'policycommitteereport';

/**
 * The employer whose template serves. It is written for the committee of that employer, so other readers of the plan get the plan's: those
 * who may not have the report made, unless they read for a report that is being made.
 */
export const templatedEmployer = ({ role, document }: Principal, companyId: string | undefined): string | null =>
  companyId !== undefined && (document === policyCommitteeDocument || may(role, 'policy-committee.make'))
    ? companyId
    : null;

interface Asked {
  planId: string;
  platformId: string;
  companyId: string | null;
  named: string | undefined;
}

/** The templates that serve plans. */
@Injectable()
export class PlanTemplates {
  constructor(
    private readonly figures: AnalyticsService,
    private readonly templates: ReportTemplates,
    private readonly pdfPages: PdfPages,
    private readonly history: TemplateHistory,
  ) {}

  /** Throws 404 if a template is named and none of that name serves. A past moment has the usual pages: no view holds templates. */
  async of({ planId, named, ...of }: Asked): Promise<ServedTemplate> {
    const set = currentReadSet();
    if (set !== undefined) return this.asItStood(planId, set.moment);
    const [template, closed] = await Promise.all([
      this.templates.serving({ planId, ...of }, named),
      this.figures.closedMonths([planId]),
    ]);
    const ofPlan = closed.get(planId) ?? [];
    const months = { firstMonth: ofPlan[0]?.month ?? null, closedMonth: ofPlan.at(-1)?.month ?? null };
    const period = template === null ? reportPeriod(months) : templatePeriod(template, months);
    return {
      template: template?.templateName ?? usualTemplate,
      reportingStartDate: period && period.start,
      reportingEndDate: period && period.end,
      reportPages: template === null ? [] : await this.pagesOf(template),
    };
  }

  private async pagesOf(template: ReadTemplate): Promise<ServedPage[]> {
    const [sources, entries] = await Promise.all([
      this.pdfPages.sourcesOf(template),
      template.pages.some(({ templatePageName }) => templatePageName === customPage)
        ? this.history.lastEntries(templateIdOf(template), template.revision)
        : new Map<string, NonNullable<ServedPage['entered']>>(),
    ]);
    return inSequence(template.pages).map(({ pageId, templatePageNumber, templatePageName, heading, sections }) => ({
      id: pageId,
      templatePageNumber,
      templatePageName,
      heading,
      pageSections: inSequence(sections).map((section) => ({
        sequence: section.sequence,
        heading: section.heading ?? section.templateSectionName,
        sectionItems: inSequence(section.items).map(({ sequence, text, note }) => ({ sequence, text, note })),
      })),
      entered: templatePageName === customPage ? (entries.get(pageId) ?? null) : null,
      source: sources.get(pageId) ?? null,
      pageResources: [],
    }));
  }

  private async asItStood(planId: string, moment: Date): Promise<ServedTemplate> {
    const ofPlan = (await this.figures.closedMonths([planId])).get(planId) ?? [];
    const months = { firstMonth: ofPlan[0]?.month ?? null, closedMonth: ofPlan.at(-1)?.month ?? null };
    const period = reportPeriod(months);
    return {
      template: usualTemplate,
      reportingStartDate: period && period.start,
      reportingEndDate: period && period.end,
      reportPages: [],
      asItStood: moment.toISOString(),
    };
  }
}

@Controller()
class ReportTemplateController {
  constructor(
    private readonly views: Views,
    private readonly templates: PlanTemplates,
  ) {}

  @Endpoint(reportTemplateEndpoint)
  async read({ params, query, caller }: RequestOf<typeof reportTemplateEndpoint>): Promise<ServedTemplate> {
    const { planId } = params;
    requirePlan(caller, planId);
    const { companyId, template: named } = query;
    const [plan, company] = await Promise.all([
      this.views.of(plansView).findOne({ _id: planId }, { projection: { platformId: 1 } }),
      companyId === undefined
        ? null
        : this.views.of(companiesView).findOne({ _id: companyId, planId }, { projection: { _id: 1 } }),
    ]);
    if (plan === null) throw new NotFoundException('There is no such plan.');
    if (companyId !== undefined && company === null) throw new NotFoundException('The plan has no such employer.');
    return this.templates.of({
      planId,
      platformId: plan.platformId,
      companyId: templatedEmployer(caller, companyId),
      named,
    });
  }
}

@Module({
  imports: [AnalyticsModule, ReportTemplatesModule],
  controllers: [ReportTemplateController],
  providers: [PlanTemplates],
  exports: [PlanTemplates],
})
export class ReportTemplateSlice {}
