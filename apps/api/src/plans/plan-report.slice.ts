import { Controller, Module, NotFoundException } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { planReport, relationshipManager, type PlanReport } from '@superscope/contracts/plan-report';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { monthEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { requirePlan } from '../platform/access/caller.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const planReportEndpoint = endpoint('GET /api/plans/:planId/reports', {
  summary:
    'What a Policy Committee Report of a plan in reach says beside its figures: its dates, and whom it names; `companyId` is an employer of the plan',
  right: 'documents.make',
  params: { planId: innerId },
  query: z.strictObject({ companyId: innerId.optional(), template: z.literal('DEFAULT').optional() }),
  inDocuments: true,
  answers: { 200: planReport },
  problems: { 404: null },
});

/** A report without a template is about the 12 months to the newest closed month. */
const months = 12;

@Controller()
class PlanReportController {
  constructor(
    private readonly views: Views,
    private readonly figures: AnalyticsService,
  ) {}

  @Endpoint(planReportEndpoint)
  async report({ params, query, caller }: RequestOf<typeof planReportEndpoint>): Promise<PlanReport> {
    const { planId } = params;
    requirePlan(caller, planId);
    const [plan, company, closed] = await Promise.all([
      this.views.of(plansView).findOne({ _id: planId }),
      query.companyId === undefined ? null : this.views.of(companiesView).findOne({ _id: query.companyId, planId }),
      this.figures.closedMonths([planId]),
    ]);
    // Without a name, the document's first event was set aside, and only later fields are known.
    if (plan?.name === undefined) throw new NotFoundException('There is no such plan.');
    if (query.companyId !== undefined && company === null)
      throw new NotFoundException('The plan has no such employer.');
    const platform = await this.views.of(platformsView).findOne({ _id: plan.platformId });
    const provider = platform?.providerId
      ? await this.views.of(providersView).findOne({ _id: platform.providerId })
      : null;
    return {
      planId,
      planName: plan.name,
      ...periodOf((closed.get(planId) ?? []).map(({ month }) => month)),
      contacts: {
        cover: {
          planShortName: plan.shortName,
          planName: plan.name,
          platformName: platform?.name ?? plan.platformId,
          platformShortName: platform?.shortName ?? platform?.name ?? plan.platformId,
          trusteeName: platform?.trusteeName ?? null,
          trusteeAbn: platform?.trusteeAbn ?? null,
          trusteeAfsl: platform?.trusteeAfsl ?? null,
          providerName: provider?.name ?? null,
          providerAbn: provider?.abn ?? null,
        },
        providerContacts:
          plan.relationshipManager === null ? [] : [{ title: relationshipManager, name: plan.relationshipManager }],
      },
      encodedProviderLogo: null,
    };
  }
}

function periodOf(closed: readonly string[]): Pick<PlanReport, 'reportingStartDate' | 'reportingEndDate'> {
  const [first, last] = [closed[0], closed.at(-1)];
  if (first === undefined || last === undefined) return { reportingStartDate: null, reportingEndDate: null };
  const start = shiftMonth(last, -months);
  return { reportingStartDate: monthEnd(start < first ? first : start), reportingEndDate: monthEnd(last) };
}

@Module({ imports: [AnalyticsModule], controllers: [PlanReportController] })
export class PlanReportSlice {}
