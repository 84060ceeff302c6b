import { randomUUID } from 'node:crypto';
import { Controller, Injectable, Module, NotFoundException } from '@nestjs/common';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import {
  templateChangedSince,
  templateRequest,
  templateSaved,
  type TemplateChangedSince,
  type TemplateSaved,
} from '@superscope/contracts/report-templates';
import {
  reportTemplateStream,
  saveTemplate,
  templateChanged,
  templateIdOf,
  type ReportTemplate,
  type ReportTemplateState,
} from '@superscope/domain/report-template/report-template';
import type { ReportTemplateEvent, TemplateScope } from '@superscope/domain/report-template/report-template.events';
import type { Decision } from '@superscope/domain/event';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { PdfResources, PdfResourcesSlice } from './pdf-resources.slice.js';
import { ReportTemplatesModule } from './report-templates.module.js';
import { TemplateHistory } from './template-history.js';

const saveTemplateEndpoint = endpoint('POST /api/pcr', {
  summary:
    'Makes a report template, or with `id` saves what differs: its name and dates, and the pages, sections and items that are given. With `revision`, a save after a later change is refused and says who changed what',
  right: 'report-templates.write',
  body: templateRequest,
  severalLines: ['text', 'note'],
  answers: { 200: templateSaved },
  problems: { 404: null, 409: templateChangedSince },
  noted: 'changed report template',
});

/** Changes a template by one decision. */
export const ChangeTemplate = decides(
  'ChangeTemplate',
  reportTemplateStream,
  (decision: Decision<ReportTemplateState, ReportTemplateEvent>) => decision,
);

type Given = z.output<typeof templateRequest>;

const wholeOf = ({ reportPages, planId, companyId, ...given }: Given): ReportTemplate => ({
  platformId: given.platformId,
  planId: planId ?? null,
  companyId: companyId ?? null,
  templateName: given.templateName,
  reportingStartDate: given.reportingStartDate,
  reportingEndDate: given.reportingEndDate,
  pages: reportPages.map((page) => ({
    pageId: page.id ?? randomUUID(),
    templatePageNumber: page.templatePageNumber,
    templatePageName: page.templatePageName,
    sequence: page.sequence,
    heading: page.heading,
    sourceFilename: page.sourceFilename ?? null,
    sourcePageNumber: page.sourcePageNumber ?? null,
    sections: page.pageSections.map((section) => ({
      sectionId: section.id ?? randomUUID(),
      templateSectionName: section.templateSectionName,
      sequence: section.sequence,
      heading: section.heading,
      items: section.sectionItems.map((item) => ({
        itemId: item.id ?? randomUUID(),
        sequence: item.sequence,
        text: item.text,
        note: item.note,
      })),
    })),
  })),
});

/** The PDFs whose pages stand in templates. */
@Injectable()
export class TemplatePdfs {
  constructor(private readonly resources: PdfResources) {}

  /** Throws 400 for a page of a PDF that the platform does not have. */
  async require({ platformId, pages }: Pick<ReportTemplate, 'platformId' | 'pages'>): Promise<void> {
    for (const { sourceFilename, sourcePageNumber } of pages) {
      if (sourceFilename === null) continue;
      const pdf = await this.resources.one(platformId, sourceFilename);
      if (pdf === null) throw new Refusal(400, { message: `There is no PDF ‘${sourceFilename}’ on this platform.` });
      if ((sourcePageNumber ?? 0) > pdf.pages)
        throw new Refusal(400, {
          message: `‘${sourceFilename}’ has ${pdf.pages} ${pdf.pages === 1 ? 'page' : 'pages'}.`,
        });
    }
  }
}

@Controller()
class SaveTemplateController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly pdfs: TemplatePdfs,
    private readonly history: TemplateHistory,
  ) {}

  @Endpoint(saveTemplateEndpoint)
  async save({ body, request }: RequestOf<typeof saveTemplateEndpoint>): Promise<TemplateSaved> {
    const given = wholeOf(body);
    const id = templateIdOf(given);
    if (body.id !== undefined && body.id !== id)
      throw new Refusal(400, { message: 'A template stays with the platform, plan or employer that it was made for.' });
    const isNew = body.id === undefined;
    if (isNew) await this.requireScope(given);
    await this.pdfs.require(given);
    const { revision } = body;
    const decision = saveTemplate(given, { isNew, revision });
    try {
      return { ...(await this.commands.write(request, ChangeTemplate.of(id, decision))), id };
    } catch (error) {
      if (revision === undefined || !(error instanceof RuleViolation) || error.message !== templateChanged) throw error;
      throw new Refusal(409, await this.changedSince(id, revision), { cause: error });
    }
  }

  private async changedSince(templateId: string, revision: number): Promise<TemplateChangedSince> {
    const all = await this.history.changes(templateId);
    return {
      message: templateChanged,
      revision: all[0]?.revision ?? -1,
      changes: all.filter((change) => change.revision > revision),
    };
  }

  /** Throws 404 unless the employer is of the plan, and the plan of the platform. */
  private async requireScope({ platformId, planId, companyId }: TemplateScope): Promise<void> {
    if (companyId !== null && planId === null)
      throw new Refusal(400, { message: 'The template of an employer names its plan.' });
    const [platform, plan, company] = await Promise.all([
      this.views.of(platformsView).findOne({ _id: platformId }, { projection: { _id: 1 } }),
      planId && this.views.of(plansView).findOne({ _id: planId, platformId }, { projection: { _id: 1 } }),
      companyId &&
        this.views.of(companiesView).findOne({ _id: companyId, planId: planId! }, { projection: { _id: 1 } }),
    ]);
    if (platform === null) throw new NotFoundException('There is no such platform.');
    if (planId !== null && !plan) throw new NotFoundException('There is no such plan on this platform.');
    if (companyId !== null && !company) throw new NotFoundException('There is no such employer in this plan.');
  }
}

@Module({
  imports: [PdfResourcesSlice, ReportTemplatesModule],
  controllers: [SaveTemplateController],
  providers: [ChangeTemplate.handler, TemplatePdfs],
  exports: [TemplatePdfs, ReportTemplatesModule],
})
export class SaveTemplateSlice {}
