import { Controller, Module, NotFoundException } from '@nestjs/common';
import { z } from 'zod';
import { workView } from '@superscope/contracts/read-models/work';
import type { ReportKind } from '@superscope/domain/report/report';
import type { FastifyReply } from 'fastify';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { Downloads } from '../work/downloads.js';
import { MadeFiles } from '../work/made-files.js';
import { requireRight } from './report-documents.js';
import { ReportsModule } from './reports.module.js';

export const reportFileEndpoint = endpoint('GET /api/reports/:workId/file', {
  summary: 'A document that the caller had made, as a PDF; it is kept for 30 days',
  right: 'documents.make',
  params: { workId: z.uuid() },
  answers: { 200: new Media('application/pdf') },
  problems: { 404: null, 410: null },
  sends: true,
});

@Controller()
class ReportFileController {
  constructor(
    private readonly views: Views,
    private readonly files: MadeFiles,
    private readonly downloads: Downloads,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(reportFileEndpoint)
  async download(
    { params, caller, request }: RequestOf<typeof reportFileEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { workId } = params;
    const work = await this.views.of(workView).findOne({ _id: workId, by: caller.userId });
    if (work?.pdfSha256 === undefined || work.planId == null) throw new NotFoundException('There is no such file.');
    const kind = work.kind as ReportKind;
    // The plan or the right may have been taken away since.
    requireRight(kind, caller);
    requirePlan(caller, work.planId);
    const file = await this.files.read(work.pdfSha256);
    if (file === null) throw new Refusal(410, { message: 'This file is no longer kept. Please have it made again.' });
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId: work.planId,
      rows: null,
      action: 'export',
      object: kind,
      outcome: 'ok',
      filter: { work: workId },
    });
    await this.downloads.note(workId, caller.userId);
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment(work.fileName!.replace(/\.pdf$/, ''), 'pdf'))
      .send(file);
  }
}

@Module({ imports: [ReportsModule], controllers: [ReportFileController] })
export class ReportFileSlice {}
