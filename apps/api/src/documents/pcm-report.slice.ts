import { Controller, Module, NotFoundException } from '@nestjs/common';
import { pcmReportRequest } from '@superscope/contracts/pcm-report';
import type { FastifyReply } from 'fastify';
import { PlanInReach, PlanSlice } from '../plans/plan.slice.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { DocumentMaker, documentProblems } from './document-maker.js';
import { DocumentsModule } from './documents.module.js';
import { whenGone } from '../platform/http/gone.js';

const pcmReportEndpoint = endpoint('POST /pcm', {
  summary:
    'The PCM report of a plan in reach as a PDF, also at /pcm/; `period` is one that the page offers; without it the page’s default applies',
  right: 'documents.make',
  body: pcmReportRequest,
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
});

@Controller()
class PcmReportController {
  constructor(
    private readonly documents: DocumentMaker,
    private readonly plans: PlanInReach,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(pcmReportEndpoint)
  async download({ body, caller, request }: RequestOf<typeof pcmReportEndpoint>, reply: FastifyReply): Promise<void> {
    const { planId, period } = body;
    requirePlan(caller, planId);
    if ((await this.plans.find(planId, caller)) === null) throw new NotFoundException('There is no such plan.');
    const query = new URLSearchParams({ plan: planId, ...(period !== undefined && { period }) });
    const asked = { document: 'pcmreport', planId, path: `/report?${query}`, as: 'pdf' } as const;
    const file = await this.documents.make(asked, caller, whenGone(reply));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      rows: null,
      action: 'export',
      object: 'pcmReport',
      outcome: 'ok',
    });
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment('pcmreport', 'pdf'))
      .send(file);
  }
}

@Module({ imports: [DocumentsModule, PlanSlice], controllers: [PcmReportController] })
export class PcmReportSlice {}
