import { Controller, Module, NotFoundException } from '@nestjs/common';
import { z } from 'zod';
import { workView } from '@superscope/contracts/read-models/work';
import type { FastifyReply } from 'fastify';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { ReportFiles } from './report-files.js';
import { ReportsModule } from './reports.module.js';

const reportFileEndpoint = endpoint('GET /api/reports/:workId/file', {
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
    private readonly files: ReportFiles,
  ) {}

  @Endpoint(reportFileEndpoint)
  async download(
    { params, caller, request }: RequestOf<typeof reportFileEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { workId } = params;
    const work = await this.views.of(workView).findOne({ _id: workId, by: caller.userId });
    if (work === null) throw new NotFoundException('There is no such file.');
    await this.files.send(work, caller, request, reply);
  }
}

@Module({ imports: [ReportsModule], controllers: [ReportFileController] })
export class ReportFileSlice {}
