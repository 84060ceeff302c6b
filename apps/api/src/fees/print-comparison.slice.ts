import { Controller, Module } from '@nestjs/common';
import { feeComparisonRequest, type FeeComparisonDocument } from '@superscope/contracts/fee-comparison';
import type { FastifyReply } from 'fastify';
import { documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PrintedDocuments } from '../documents/printed-documents.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { CompareFeesSlice, FeeComparisons } from './compare-fees.slice.js';
import { comparisonAnswer } from './fee-comparison-answer.js';

const printComparisonEndpoint = endpoint('POST /api/feeComparison', {
  summary:
    'The same comparison as a PDF. It is no event of a member; the access log records it. It is refused for a member who has left',
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
    private readonly documents: PrintedDocuments,
  ) {}

  @Endpoint(printComparisonEndpoint)
  async print(asked: RequestOf<typeof printComparisonEndpoint>, reply: FastifyReply): Promise<void> {
    const facts = await this.comparisons.facts(asked.body, asked.caller);
    const { planId, memberId, memberName } = facts;
    const content: FeeComparisonDocument = {
      memberName,
      madeAt: new Date().toISOString(),
      comparison: comparisonAnswer(facts),
    };
    await this.documents.send(
      {
        document: 'feeComparison',
        title: 'Fee comparison',
        fileName: 'FeeComparison',
        planId,
        memberId,
        rows: 1,
        content,
      },
      asked,
      reply,
    );
  }
}

@Module({ imports: [DocumentsModule, CompareFeesSlice], controllers: [PrintComparisonController] })
export class PrintComparisonSlice {}
