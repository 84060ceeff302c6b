import { Controller, Module, NotFoundException } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  bringBackRequest,
  idField,
  templateChange,
  templateDifference,
  type TemplateChange,
  type TemplateDifference,
} from '@superscope/contracts/report-templates';
import {
  after,
  bringBackPage,
  bringBackTemplate,
  type ReportTemplate,
} from '@superscope/domain/report-template/report-template';
import { linesOf } from '@superscope/domain/report-template/template-changes';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { ChangeTemplate, SaveTemplateSlice, TemplatePdfs } from './save-template.slice.js';
import { TemplateHistory } from './template-history.js';

const templateChangesEndpoint = endpoint('GET /api/pcr/:templateId/changes', {
  summary:
    'The changes of a report template, newest first: what each changed, who made it and when; also of a deleted one',
  right: 'report-templates.write',
  params: { templateId: idField },
  answers: { 200: z.array(templateChange) },
});

const templateDifferenceEndpoint = endpoint('GET /api/pcr/:templateId/changes/:revision', {
  summary: 'A report template, or with `pageId` one of its pages, as lines: now, and as it was after a change',
  right: 'report-templates.write',
  params: { templateId: idField, revision: z.coerce.number().int().min(0) },
  query: z.strictObject({ pageId: idField.optional() }),
  answers: { 200: templateDifference },
  problems: { 404: null },
});

const bringBackEndpoint = endpoint('POST /api/pcr/:templateId/bringBack', {
  summary: 'Makes a report template, or one of its pages, again what it was after a change',
  right: 'report-templates.write',
  params: { templateId: idField },
  body: bringBackRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null, 409: null },
  noted: 'changed report template',
});

@Controller()
class TemplateChangesController {
  constructor(
    private readonly history: TemplateHistory,
    private readonly commands: Commands,
    private readonly pdfs: TemplatePdfs,
  ) {}

  @Endpoint(templateChangesEndpoint)
  async changes({ params }: RequestOf<typeof templateChangesEndpoint>): Promise<TemplateChange[]> {
    return this.history.changes(params.templateId);
  }

  @Endpoint(templateDifferenceEndpoint)
  async difference({
    params: { templateId, revision },
    query,
  }: RequestOf<typeof templateDifferenceEndpoint>): Promise<TemplateDifference> {
    const pageId = query.pageId ?? null;
    const events = await this.history.of(templateId);
    if (revision >= events.length) throw new NotFoundException('There is no such change.');
    const upTo = (count: number) => events.slice(0, count).reduce<ReportTemplate | null>(after, null);
    return { now: linesOf(upTo(events.length), pageId), then: linesOf(upTo(revision + 1), pageId) };
  }

  private async asOf(templateId: string, revision: number): Promise<ReportTemplate | null> {
    const events = await this.history.of(templateId);
    return events.slice(0, revision + 1).reduce<ReportTemplate | null>(after, null);
  }

  @Endpoint(bringBackEndpoint)
  async bringBack({
    params: { templateId },
    body: { revision, pageId },
    request,
  }: RequestOf<typeof bringBackEndpoint>): Promise<WriteAnswer> {
    const was = await this.asOf(templateId, revision);
    // A PDF may have been replaced or removed since then.
    if (was !== null)
      await this.pdfs.require({
        platformId: was.platformId,
        pages: was.pages.filter((page) => pageId == null || page.pageId === pageId),
      });
    const decision =
      pageId == null ? bringBackTemplate(templateId, revision) : bringBackPage(templateId, pageId, revision);
    return this.commands.write(request, ChangeTemplate.of(templateId, decision));
  }
}

@Module({ imports: [SaveTemplateSlice], controllers: [TemplateChangesController] })
export class TemplateChangesSlice {}
