import { Controller, Module } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import { platformIdField, templatePrecedence, type TemplatePrecedence } from '@superscope/contracts/report-templates';
import { templateIdOf } from '@superscope/domain/report-template/report-template';
import { precedenceOf, type TemplatedPlan } from '@superscope/domain/report-template/serving-template';
import { z } from 'zod';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { ReportTemplates, TemplatesSlice } from './templates.slice.js';

const templatePrecedenceEndpoint = endpoint('GET /api/pcr/precedence', {
  summary:
    'How many employers and plans the template of a platform, plan or employer serves, whether or not it is made yet, and which narrower ones win within it',
  right: 'report-templates.write',
  query: z.strictObject({
    platformId: platformIdField,
    planId: innerId.optional(),
    companyId: innerId.optional(),
  }),
  answers: { 200: templatePrecedence },
});

@Controller()
class TemplatePrecedenceController {
  constructor(
    private readonly views: Views,
    private readonly templates: ReportTemplates,
  ) {}

  @Endpoint(templatePrecedenceEndpoint)
  async precedence({ query }: RequestOf<typeof templatePrecedenceEndpoint>): Promise<TemplatePrecedence> {
    const { platformId } = query;
    const [planId, companyId] = [query.planId ?? null, query.companyId ?? null];
    const [templates, plans] = await Promise.all([this.templates.all(platformId), this.plansOf(platformId, planId)]);
    const { narrower, ...own } = precedenceOf(templates, { platformId, planId, companyId }, plans);
    const names = await this.templates.namesOf(narrower.map(({ template }) => template));
    return {
      ...own,
      narrower: narrower
        .map(({ template, employers, plans: served }) => ({
          templateId: templateIdOf(template),
          serves: names.get(templateIdOf(template))!,
          ofEmployer: template.companyId !== null,
          employers,
          plans: served,
        }))
        .toSorted((a, b) => b.employers - a.employers || a.serves.localeCompare(b.serves, 'en-AU')),
    };
  }

  private async plansOf(platformId: string, planId: string | null): Promise<TemplatedPlan[]> {
    const plans = await this.views
      .of(plansView)
      .find({ platformId, ...(planId !== null && { _id: planId }) }, { projection: { _id: 1 } })
      .toArray();
    const companies = await this.views
      .of(companiesView)
      .find({ planId: { $in: plans.map(({ _id }) => _id) } }, { projection: { planId: 1 } })
      .toArray();
    const ofPlan = new Map(plans.map(({ _id }) => [_id, [] as string[]]));
    for (const company of companies) ofPlan.get(company.planId)?.push(company._id);
    return [...ofPlan].map(([of, companyIds]) => ({ planId: of, companyIds }));
  }
}

@Module({ imports: [TemplatesSlice], controllers: [TemplatePrecedenceController] })
export class TemplatePrecedenceSlice {}
