import { Controller, Module } from '@nestjs/common';
import { insuranceRequest, type QuotationDocument } from '@superscope/contracts/insurance-calculation';
import { companiesView } from '@superscope/contracts/read-models/fund';
import type { FastifyReply } from 'fastify';
import { documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PrintedDocuments } from '../documents/printed-documents.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { coverNeedAnswerOf } from './cover-need-answer.js';
import { quotationAnswer, type QuotedRun } from './quotation-answer.js';
import { Quotations, QuoteInsuranceSlice } from './quote-insurance.slice.js';

const printQuotationEndpoint = endpoint('POST /api/insuranceCalculation', {
  summary:
    'The same quotation as a PDF. It is no event of a member; the access log records it. It is refused for a member who has left',
  right: 'insurance.quote',
  body: insuranceRequest,
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
});

@Controller()
class PrintQuotationController {
  constructor(
    private readonly quotations: Quotations,
    private readonly documents: PrintedDocuments,
    private readonly views: Views,
  ) {}

  @Endpoint(printQuotationEndpoint)
  async print(asked: RequestOf<typeof printQuotationEndpoint>, reply: FastifyReply): Promise<void> {
    const run = await this.quotations.run(asked.body, asked.caller);
    const { planId, memberId } = run;
    await this.documents.send(
      {
        document: 'insuranceCalculation',
        title: 'Insurance calculation',
        fileName: 'InsuranceCalculation',
        planId,
        memberId,
        rows: 1,
        content: await this.contentOf(run),
      },
      asked,
      reply,
    );
  }

  private async contentOf(run: QuotedRun): Promise<QuotationDocument> {
    const { companyId, cover } = run;
    const company = await this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } });
    return {
      memberName: run.memberName,
      companyName: company?.name ?? companyId,
      categoryName: run.category.name,
      salary: run.input.salaryCents / 100,
      state: run.state,
      madeAt: new Date().toISOString(),
      // The PDF itself is not recorded among the member's events.
      quotation: { ...quotationAnswer(run), isRecorded: false },
      need: run.need && coverNeedAnswerOf(run),
      now: cover && { asAt: cover.asAt, currentInsurance: cover.currentInsurance },
    };
  }
}

@Module({ imports: [DocumentsModule, QuoteInsuranceSlice], controllers: [PrintQuotationController] })
export class PrintQuotationSlice {}
