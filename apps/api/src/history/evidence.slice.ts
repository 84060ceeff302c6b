import { Controller, Module, NotFoundException } from '@nestjs/common';
import { asOfEvidence, evidenceAudience, type AsOfEvidence } from '@superscope/contracts/as-of-evidence';
import { usersView } from '@superscope/contracts/read-models/users';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { StaffQuestions } from '../analytics/staff-questions.js';
import { DocumentMaker, documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { whenGone } from '../platform/http/gone.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AsOfViews } from './as-of-views.js';
import { asOfViewId } from './as-of-views.slice.js';
import { countsToNote, Differences, DifferencesSlice } from './differences.slice.js';
import { viewForEmployer } from './employer-evidence.js';
import { evidenceAsked, evidenceDocument, evidenceFileName } from './evidence-document.js';
import { EvidenceFigures } from './evidence-figures.js';
import { HistoryModule } from './history.module.js';

const evidenceEndpoint = endpoint('POST /api/history/views/:viewId/evidence', {
  summary:
    'A dated document of a view and its proof, as a PDF, for one audience: figures of then, position, digests, what differs from now',
  right: 'history.read',
  params: { viewId: asOfViewId },
  query: z.strictObject({ audience: evidenceAudience.default('employer') }),
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
});

const evidenceFactsEndpoint = endpoint('GET /api/history/evidence/:viewId', {
  summary:
    'The contents of that document, for the page that it is printed from; only the token of that document may read them',
  right: 'documents.make',
  params: { viewId: asOfViewId },
  answers: { 200: asOfEvidence },
  problems: { 404: null },
  inDocuments: true,
});

@Controller()
class EvidenceController {
  constructor(
    private readonly asOf: AsOfViews,
    private readonly differences: Differences,
    private readonly documents: DocumentMaker,
    private readonly views: Views,
    private readonly access: AccessLog,
    private readonly figures: EvidenceFigures,
    private readonly questions: StaffQuestions,
  ) {}

  @Endpoint(evidenceEndpoint)
  async download(asking: RequestOf<typeof evidenceEndpoint>, reply: FastifyReply): Promise<void> {
    const { params, query, caller, request } = asking;
    const { viewId } = params;
    const { audience } = query;
    const { planId, state, moment } = await this.asOf.document(viewId, caller);
    if (state !== 'ready') throw new Refusal(409, { message: 'This view is not ready yet.' });
    const file = await this.documents.make(evidenceAsked(viewId, planId, audience), caller, whenGone(reply));
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      rows: null,
      action: 'export',
      object: 'evidence',
      outcome: 'ok',
      filter: { view: viewId, moment, audience },
    });
    const name = evidenceFileName(planId, moment, audience);
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment(name, 'pdf'))
      .send(file);
  }

  /** The document's token proves the right: only a caller who had the right could have it issued. */
  @Endpoint(evidenceFactsEndpoint)
  async facts({ params, caller, request }: RequestOf<typeof evidenceFactsEndpoint>): Promise<AsOfEvidence> {
    const { viewId } = params;
    const audience = evidenceAudience.options.find((one) => caller.document === evidenceDocument(viewId, one));
    if (audience === undefined) throw new NotFoundException('There is no such document.');
    const document = await this.asOf.document(viewId, caller);
    if (document.state !== 'ready') throw new NotFoundException('There is no such document.');
    const user = await this.views.of(usersView).findOne({ _id: caller.userId });
    const { figures, toNote } = await this.figures.of(viewId, document.planId, audience);
    const view = await this.asOf.one(viewId, caller);
    const ofEveryAudience = {
      askedBy: { name: user?.personal.name ?? user?.personal.username ?? caller.userId, role: user?.role ?? '' },
      madeAt: new Date().toISOString(),
      figures,
    };
    if (audience === 'employer') {
      const causes = figures === null ? [] : await this.differences.causesForEmployer(document, figures.month);
      return { audience, ...ofEveryAudience, ...viewForEmployer(view), causes };
    }
    const differences = await this.differences.of(document, figures?.month ?? null);
    // The token has the role of a representative, but the user who requested the document reads it.
    const reader = { userId: caller.userId, role: user?.role ?? null };
    this.questions.note(request, toNote, reader);
    this.questions.noteCounts(request, ...countsToNote(document, differences), reader);
    return { audience, ...ofEveryAudience, view, differences };
  }
}

@Module({
  imports: [AnalyticsModule, DifferencesSlice, DocumentsModule, HistoryModule],
  controllers: [EvidenceController],
  providers: [EvidenceFigures],
})
export class EvidenceSlice {}
