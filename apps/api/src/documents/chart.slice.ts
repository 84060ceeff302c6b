import { Controller, Module, NotFoundException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PlanInReach, PlanSlice } from '../plans/plan.slice.js';
import { AccessLog } from '../platform/access/access-log.js';
import { requirePlan } from '../platform/access/caller.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { chartPage, chartRequest, filterNames } from './chart-request.js';
import { DocumentMaker, documentProblems } from './document-maker.js';
import { DocumentsModule } from './documents.module.js';
import { whenGone } from '../platform/http/gone.js';
import { isKnownChart } from './known-chart.js';

const html = 'text/html; charset=utf-8';
const png = 'image/png';

const chartEndpoint = endpoint('GET /api/charts/:chartId', {
  summary:
    'A chart of a plan in reach as employers read it, by its slug: its table as HTML, or with `format=png` a picture',
  right: 'documents.make',
  params: { chartId: z.string().max(100) },
  query: chartRequest,
  repeated: filterNames,
  answers: { 200: new Media(html, png) },
  problems: documentProblems,
  sends: true,
});

@Controller()
class ChartController {
  constructor(
    private readonly documents: DocumentMaker,
    private readonly plans: PlanInReach,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(chartEndpoint)
  async file({ params, query, caller, request }: RequestOf<typeof chartEndpoint>, reply: FastifyReply): Promise<void> {
    const { chartId } = params;
    const { planId, format } = query;
    requirePlan(caller, planId);
    if (!isKnownChart(chartId)) throw new NotFoundException('There is no such chart.');
    if ((await this.plans.find(planId, caller)) === null) throw new NotFoundException('There is no such plan.');
    const asked = { document: `chart ${chartId}`, planId, path: chartPage(chartId, query), as: format };
    const file = await this.documents.make(asked, caller, whenGone(reply));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      rows: null,
      action: 'export',
      object: `chart ${chartId}`,
      outcome: 'ok',
    });
    reply.header('Content-Type', format === 'html' ? html : png);
    // The table is shown in the browser; the picture is downloaded as a file.
    if (format === 'png') reply.header('Content-Disposition', attachment(chartId, 'png'));
    await reply.send(file);
  }
}

@Module({ imports: [DocumentsModule, PlanSlice], controllers: [ChartController] })
export class ChartSlice {}
