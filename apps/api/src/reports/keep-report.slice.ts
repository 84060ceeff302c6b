import { Controller, Module, NotFoundException } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { workView } from '@superscope/contracts/read-models/work';
import { report, reportStream, type ReportKind } from '@superscope/domain/report/report';
import { z } from 'zod';
import { inScope } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { MadeFiles } from '../work/made-files.js';
import { keptFor } from './kept-for.js';
import { requireRight } from './report-documents.js';
import { ReportsModule } from './reports.module.js';

const keepReportEndpoint = endpoint('POST /api/reports/:workId/keep', {
  summary: 'Keeps a made document of a plan in reach, and its figures, for seven years instead of 30 days',
  right: 'reports.keep',
  params: { workId: z.uuid() },
  answers: { 200: writeAnswer },
  problems: { 404: null, 410: null },
});

/** Keeps a made document until an instant (UTC). */
const PinReport = decides(
  'PinReport',
  reportStream,
  (keptUntil: string) => (work, by) => report.pin(by.actor, keptUntil)(work),
);

@Controller()
class KeepReportController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly files: MadeFiles,
  ) {}

  @Endpoint(keepReportEndpoint)
  async keep({ params, caller, request }: RequestOf<typeof keepReportEndpoint>): Promise<WriteAnswer> {
    const { workId } = params;
    const work = await this.views.of(workView).findOne({ _id: workId, category: reportStream.category });
    const { planId, kind, pdfSha256, figuresSha256 } = work ?? {};
    // Documents of other plans are answered like none.
    if (planId == null || pdfSha256 === undefined || !inScope(caller.scope, planId))
      throw new NotFoundException('There is no such file.');
    requireRight(kind as ReportKind, caller);
    if (!(await this.files.of([pdfSha256])).has(pdfSha256))
      throw new Refusal(410, { message: 'This file is no longer kept. Please have it made again.' });
    const until = keptFor(new Date());
    // Before it is recorded: a file that is kept without a record does no harm, a record of a file that is gone would.
    await this.files.pin([pdfSha256, ...(figuresSha256 == null ? [] : [figuresSha256])], until);
    return this.commands.write(request, PinReport.of(workId, until.toISOString()));
  }
}

@Module({ imports: [ReportsModule], controllers: [KeepReportController], providers: [PinReport.handler] })
export class KeepReportSlice {}
