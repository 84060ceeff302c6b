import { Controller, Module } from '@nestjs/common';
import { feeComparisonRequest, type FeeComparisonDocument } from '@superscope/contracts/fee-comparison';
import type { FastifyReply } from 'fastify';
import { DocumentMaker, documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { whenGone } from '../documents/gone.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { attachment } from '../platform/http/attachment.js';
import { CompareFeesSlice, FeeComparisons } from './compare-fees.slice.js';
import { comparisonAnswer } from './fee-comparison-answer.js';

const printComparisonEndpoint = endpoint('POST /api/feeComparison', {
  summary: 'The same comparison as a PDF. It is no event of a member; the access log records it',
  right: 'fees.compare',
  body: feeComparisonRequest,
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
});

@Controller()
class PrintComparisonController {
  constructor(
    private readonly comparisons: FeeComparisons,
    private readonly documents: DocumentMaker,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(printComparisonEndpoint)
  async print(
    { body, caller, request }: RequestOf<typeof printComparisonEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const facts = await this.comparisons.facts(body, caller);
    const { planId, memberId, memberName } = facts;
    const content: FeeComparisonDocument = {
      memberName,
      madeAt: new Date().toISOString(),
      comparison: comparisonAnswer(facts),
    };
    const file = await this.documents.make(
      {
        document: 'feeComparison',
        planId,
        path: '/documents/feeComparison',
        as: 'pdf',
        shows: { title: 'Fee comparison', content },
      },
      caller,
      whenGone(reply),
    );
    await this.access.noteNow(request, {
      userId: caller.userId,
      role: caller.role,
      planId,
      action: 'export',
      object: 'feeComparison',
      members: memberId === null ? [] : [memberId],
      rows: 1,
      outcome: 'ok',
    });
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment('FeeComparison', 'pdf'))
      .send(file);
  }
}

@Module({ imports: [DocumentsModule, CompareFeesSlice], controllers: [PrintComparisonController] })
export class PrintComparisonSlice {}
