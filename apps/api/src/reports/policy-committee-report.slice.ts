import { Controller, Module, NotFoundException } from '@nestjs/common';
import {
  policyCommitteeReportQuery,
  policyCommitteeReportRequest,
  type PolicyCommitteeReportResult,
} from '@superscope/contracts/policy-committee-report';
import { workView } from '@superscope/contracts/read-models/work';
import { workBegun, type WorkBegun } from '@superscope/contracts/work';
import { usualTemplate } from '@superscope/domain/report-template/serving-template';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { documentProblems } from '../documents/document-maker.js';
import { requirePlan } from '../platform/access/caller.js';
import { may } from '../platform/access/policy.js';
import { Media, WrittenJson } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { formFieldsOf, formTypes } from '../platform/http/form-fields.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { Downloads } from '../work/downloads.js';
import { MadeFiles } from '../work/made-files.js';
import { WorkItems } from '../work/work-items.js';
import { isOfEngaged } from './made-reports.js';
import { ReportDocuments } from './report-documents.js';
import { ReportFiles } from './report-files.js';
import { ReportsModule } from './reports.module.js';
import { ReportRequests, RequestReportSlice } from './request-report.slice.js';

const mostResults = 100;
const planId = z.string().min(1).max(90);

const requestPolicyCommitteeReportEndpoint = endpoint('POST /api/plans/:planId/reports/request', {
  summary:
    'Has the Policy Committee Report of a plan in reach made in the background; form fields `companyId` and `engagedOnly`',
  right: 'policy-committee.make',
  params: { planId },
  body: new Media(...formTypes),
  answers: { 202: workBegun },
  problems: { ...documentProblems, 415: null },
});

const policyCommitteeReportsEndpoint = endpoint('GET /api/plans/:planId/reports/result', {
  summary:
    'The Policy Committee Reports of a plan in reach, newest first, also those whose file is no longer kept; with `resultId` that report as a PDF',
  right: 'policy-committee.make',
  params: { planId },
  query: policyCommitteeReportQuery,
  answers: { 200: new Media('application/pdf', WrittenJson.contentType) },
  problems: { 404: null, 410: null },
  sends: true,
});

/** What the form asks for. Throws Refusal 415 for another body, and 400 for a file or an unknown field. */
async function askedIn(request: FastifyRequest): Promise<z.output<typeof policyCommitteeReportRequest>> {
  const read = policyCommitteeReportRequest.safeParse(await formFieldsOf(request));
  if (!read.success) throw new Refusal(400, { message: 'This form has the fields companyId and engagedOnly.' });
  return read.data;
}

@Controller()
class PolicyCommitteeReportController {
  constructor(
    private readonly requests: ReportRequests,
    private readonly documents: ReportDocuments,
    private readonly files: ReportFiles,
    private readonly made: MadeFiles,
    private readonly views: Views,
    private readonly downloads: Downloads,
    private readonly items: WorkItems,
  ) {}

  @Endpoint(requestPolicyCommitteeReportEndpoint)
  async request({
    params,
    caller,
    request,
  }: RequestOf<typeof requestPolicyCommitteeReportEndpoint>): Promise<WorkBegun> {
    requirePlan(caller, params.planId);
    const { companyId = null, engagedOnly } = await askedIn(request);
    const asked = await this.documents.policyCommitteeReportOf(
      { planId: params.planId, companyId, engagedOnly },
      caller,
    );
    return this.requests.make(asked, caller, request);
  }

  @Endpoint(policyCommitteeReportsEndpoint)
  async results(
    { params, query, caller, request }: RequestOf<typeof policyCommitteeReportsEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    requirePlan(caller, params.planId);
    const { companyId, resultId } = query;
    const made = {
      planId: params.planId,
      kind: 'policyCommitteeReport',
      state: 'done' as const,
      ...(companyId !== undefined && { companyId }),
    };
    if (resultId !== undefined) {
      const work = await this.views.of(workView).findOne({ ...made, _id: resultId });
      if (work === null) throw new NotFoundException('There is no such report.');
      return this.files.send(work, caller, request, reply);
    }
    const found = await this.views.of(workView).find(made).sort({ endedAt: -1 }).limit(mostResults).toArray();
    const [kept, downloaded, names] = await Promise.all([
      this.made.of(
        found.flatMap(({ pdfSha256, figuresSha256 }) => [pdfSha256, figuresSha256].filter((each) => each != null)),
      ),
      this.downloads.of(
        found.map(({ _id }) => _id),
        caller.userId,
      ),
      this.items.askedBy(found.flatMap(({ by }) => by ?? [])),
    ]);
    const results = found.map((work): PolicyCommitteeReportResult => {
      const { _id, by = '', pdfSha256 = '', figuresSha256 } = work;
      const file = kept.get(pdfSha256);
      return {
        id: _id,
        generated: work.endedAt!.toISOString(),
        start: work.start!,
        end: work.end!,
        template: work.terms?.['template'] ?? usualTemplate,
        engagedOnly: isOfEngaged(work),
        by: names.get(by) ?? 'Somebody whose account is gone',
        code: work.code ?? null,
        keptUntil: file?.keptUntil.toISOString() ?? null,
        mayKeep: file !== undefined && work.keptUntil === undefined && may(caller.role, 'reports.keep'),
        figuresKept: figuresSha256 != null && kept.has(figuresSha256),
        isNew: file !== undefined && by === caller.userId && !downloaded.has(_id),
      };
    });
    await reply.header('Content-Type', WrittenJson.contentType).send(JSON.stringify(results));
  }
}

@Module({ imports: [ReportsModule, RequestReportSlice], controllers: [PolicyCommitteeReportController] })
export class PolicyCommitteeReportSlice {}
