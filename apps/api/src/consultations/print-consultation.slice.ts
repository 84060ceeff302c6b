import { Controller, Module } from '@nestjs/common';
import type { ConsultationDocument } from '@superscope/contracts/consultation';
import { memberIdField } from '@superscope/contracts/member-events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { EventStore } from '@superscope/event-store/event-store';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PrintedDocuments } from '../documents/printed-documents.js';
import { consultantNames } from '../members/consultant-names.js';
import { standingMember } from '../members/reached-member.js';
import { inScope } from '../platform/access/principal.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { contentOf, filedConsultation } from './filed-consultation.js';

const printConsultationEndpoint = endpoint('GET /api/members/:memberId/consultations/:consultationId/pdf', {
  summary:
    'A consultation that was filed for a member in reach, in a plan in reach, as a PDF: made of its event, so with the figures of then. Also for a member who has left since',
  right: 'consultations.file',
  params: { memberId: memberIdField, consultationId: z.guid() },
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
});

@Controller()
class PrintConsultationController {
  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly documents: PrintedDocuments,
  ) {}

  @Endpoint(printConsultationEndpoint)
  async print(asked: RequestOf<typeof printConsultationEndpoint>, reply: FastifyReply): Promise<void> {
    const { memberId, consultationId } = asked.params;
    await standingMember(this.views, asked.caller, memberId);
    const filed = await filedConsultation(this.store, memberId, (of) => of.consultationId === consultationId);
    // What the member had in a plan out of reach is not told.
    if (filed === null || !inScope(asked.caller.scope, filed.data.planId))
      throw new RuleViolation('not-found', 'There is no such consultation.');
    const { planId, filedBy, personal } = filed.data;
    const names = await consultantNames(this.views, [{ consultant: filedBy }]);
    const content: ConsultationDocument = {
      content: contentOf(filed.data),
      consultationId,
      filedAt: filed.metadata.at,
      filedBy: names(filedBy) ?? filedBy,
      contentSha256: personal.contentSha256,
    };
    await this.documents.send(
      { document: 'consultation', title: 'Consultation', fileName: 'Consultation', planId, memberId, rows: 1, content },
      asked,
      reply,
    );
  }
}

@Module({ imports: [DocumentsModule], controllers: [PrintConsultationController] })
export class PrintConsultationSlice {}
