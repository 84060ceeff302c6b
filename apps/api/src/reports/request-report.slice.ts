import { createHash, randomUUID } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { reportRequest, workBegun, type WorkBegun } from '@superscope/contracts/work';
import { inOrder } from '@superscope/domain/event';
import { report, reportStream, type ReportRequest } from '@superscope/domain/report/report';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import type { FastifyRequest } from 'fastify';
import { documentProblems } from '../documents/document-maker.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Ops } from '../platform/engines.module.js';
import { Worker } from '../work/worker.js';
import { ReportDocuments } from './report-documents.js';
import { ReportsModule } from './reports.module.js';

/** Requests for the same document within this time are one. */
const sameWithinMs = keptSeconds.sameReportRequests * 1000;

const requestReportEndpoint = endpoint('POST /api/reports', {
  summary: 'Has a document of a plan in reach made in the background; the same request within a minute is one',
  right: 'documents.make',
  body: reportRequest,
  answers: { 202: workBegun },
  problems: documentProblems,
});

/** Asks for a document. */
const RequestReport = decides(
  'RequestReport',
  reportStream,
  (request: ReportRequest) => (work, by, workId) =>
    // The same request again also asks for what was stopped or has failed since.
    inOrder(reportStream, [report.request(workId, by.actor, request), report.resume(by.actor)])(work),
);

/** The newest request of each person for each document. */
interface NewestRequest {
  /** A digest of who asked for what. */
  _id: string;
  workId: string;
  at: Date;
}

@Injectable()
class NewestRequests {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<NewestRequest>('report_requests');
  }

  /** The work of the same request of less than a minute before, or else a new id. */
  async workOf(userId: string, request: ReportRequest, now = new Date()): Promise<WorkBegun> {
    const terms = Object.entries(request.terms).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const asked = [userId, request.kind, request.planId, request.companyId, terms];
    const _id = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
    const fresh = { workId: randomUUID(), at: now };
    const isOld = { _id, at: { $lt: new Date(now.getTime() - sameWithinMs) } };
    try {
      await this.collection.updateOne(isOld, { $set: fresh }, { upsert: true });
      return { workId: fresh.workId, isNew: true };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const same = await this.collection.findOne({ _id });
      return same === null ? this.workOf(userId, request, now) : { workId: same.workId, isNew: false };
    }
  }
}

/** Has documents made, and answers at once. */
@Injectable()
export class ReportRequests {
  constructor(
    private readonly commands: Commands,
    private readonly documents: ReportDocuments,
    private readonly newest: NewestRequests,
    private readonly worker: Worker,
  ) {}

  /** Throws what `ReportDocuments.prepare` throws, before anything is recorded. */
  async make(asked: ReportRequest, caller: Principal, request: FastifyRequest): Promise<WorkBegun> {
    await this.documents.prepare(asked, caller);
    const begun = await this.newest.workOf(caller.userId, asked);
    // Written again too: whoever asked first may have ended before it was written, and writing twice changes nothing.
    await this.commands.execute(request, RequestReport.of(begun.workId, asked));
    this.worker.begin(reportStream.category, begun.workId, caller.userId);
    return begun;
  }
}

@Controller()
class RequestReportController {
  constructor(
    private readonly documents: ReportDocuments,
    private readonly requests: ReportRequests,
  ) {}

  @Endpoint(requestReportEndpoint)
  async request({ body, caller, request }: RequestOf<typeof requestReportEndpoint>): Promise<WorkBegun> {
    return this.requests.make(await this.documents.requestOf(body, caller), caller, request);
  }
}

@Module({
  imports: [ReportsModule],
  controllers: [RequestReportController],
  providers: [NewestRequests, ReportRequests, RequestReport.handler],
  exports: [ReportRequests],
})
export class RequestReportSlice {}
