import { Controller, Module, NotFoundException } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { idField, platformIdField } from '@superscope/contracts/report-templates';
import {
  deleteItem,
  deletePage,
  deleteSection,
  deleteTemplate,
} from '@superscope/domain/report-template/report-template';
import type { FastifyRequest } from 'fastify';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { ChangeTemplate, SaveTemplateSlice } from './save-template.slice.js';
import { ReportTemplates, TemplatesSlice } from './templates.slice.js';

const ofPlatform = { platformId: platformIdField, reportId: idField };
const ofPlan = { planId: innerId, reportId: idField };
const page = { pageId: idField };
const section = { pageId: idField, sectionId: idField };
const item = { pageId: idField, sectionId: idField, itemId: idField };

const common = {
  right: 'report-templates.write',
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'changed report template',
} as const;

const summaries = {
  template: 'Deletes a report template; `reportId` is its id',
  page: 'Deletes a page of a report template, with its sections',
  section: 'Deletes a section of a page, with its items',
  item: 'Deletes an item of a section',
};

const platformTemplate = endpoint('DELETE /api/platforms/:platformId/reports/:reportId', {
  ...common,
  summary: summaries.template,
  params: ofPlatform,
});
const platformPage = endpoint('DELETE /api/platforms/:platformId/reports/:reportId/pages/:pageId', {
  ...common,
  summary: summaries.page,
  params: { ...ofPlatform, ...page },
});
const platformSection = endpoint(
  'DELETE /api/platforms/:platformId/reports/:reportId/pages/:pageId/sections/:sectionId',
  { ...common, summary: summaries.section, params: { ...ofPlatform, ...section } },
);
const platformItem = endpoint(
  'DELETE /api/platforms/:platformId/reports/:reportId/pages/:pageId/sections/:sectionId/items/:itemId',
  { ...common, summary: summaries.item, params: { ...ofPlatform, ...item } },
);
const planTemplate = endpoint('DELETE /api/plans/:planId/reports/:reportId', {
  ...common,
  summary: summaries.template,
  params: ofPlan,
});
const planPage = endpoint('DELETE /api/plans/:planId/reports/:reportId/pages/:pageId', {
  ...common,
  summary: summaries.page,
  params: { ...ofPlan, ...page },
});
const planSection = endpoint('DELETE /api/plans/:planId/reports/:reportId/pages/:pageId/sections/:sectionId', {
  ...common,
  summary: summaries.section,
  params: { ...ofPlan, ...section },
});
const planItem = endpoint(
  'DELETE /api/plans/:planId/reports/:reportId/pages/:pageId/sections/:sectionId/items/:itemId',
  { ...common, summary: summaries.item, params: { ...ofPlan, ...item } },
);

interface Addressed {
  platformId?: string;
  planId?: string;
  reportId: string;
  pageId?: string;
  sectionId?: string;
  itemId?: string;
}

function decisionOf({ reportId, pageId, sectionId, itemId }: Addressed) {
  if (pageId === undefined) return deleteTemplate(reportId);
  if (sectionId === undefined) return deletePage(reportId, pageId);
  return itemId === undefined
    ? deleteSection(reportId, pageId, sectionId)
    : deleteItem(reportId, pageId, sectionId, itemId);
}

@Controller()
class DeleteFromTemplateController {
  constructor(
    private readonly commands: Commands,
    private readonly templates: ReportTemplates,
  ) {}

  @Endpoint(platformTemplate)
  ofPlatform({ params, request }: RequestOf<typeof platformTemplate>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(platformPage)
  pageOfPlatform({ params, request }: RequestOf<typeof platformPage>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(platformSection)
  sectionOfPlatform({ params, request }: RequestOf<typeof platformSection>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(platformItem)
  itemOfPlatform({ params, request }: RequestOf<typeof platformItem>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(planTemplate)
  ofPlan({ params, request }: RequestOf<typeof planTemplate>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(planPage)
  pageOfPlan({ params, request }: RequestOf<typeof planPage>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(planSection)
  sectionOfPlan({ params, request }: RequestOf<typeof planSection>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  @Endpoint(planItem)
  itemOfPlan({ params, request }: RequestOf<typeof planItem>): Promise<WriteAnswer> {
    return this.delete(params, request);
  }

  /** Throws 404 for a template of another platform or plan. */
  private async delete(addressed: Addressed, request: FastifyRequest): Promise<WriteAnswer> {
    const { platformId, planId, reportId } = addressed;
    const template = await this.templates.one(reportId);
    if (template === null || (planId === undefined ? template.platformId !== platformId : template.planId !== planId))
      throw new NotFoundException('There is no such template.');
    return this.commands.write(request, ChangeTemplate.of(reportId, decisionOf(addressed)));
  }
}

@Module({ imports: [SaveTemplateSlice, TemplatesSlice], controllers: [DeleteFromTemplateController] })
export class DeleteFromTemplateSlice {}
