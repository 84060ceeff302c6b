import { Controller, Module } from '@nestjs/common';
import type { AdviceDocument, InsuranceAdvice, InvestmentAdvice } from '@superscope/contracts/member-advice';
import { memberIdField } from '@superscope/contracts/member-events';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PrintedDocuments } from '../documents/printed-documents.js';
import { requireMembership } from '../members/membership.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { InsuranceAdvices, InsuranceAdviceSlice } from './insurance-advice.slice.js';
import { InvestmentAdvices, InvestmentAdviceSlice } from './investment-advice.slice.js';

const printed = {
  right: 'members.read',
  query: z.strictObject({ memberId: memberIdField }),
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
} as const;

const printInvestmentAdviceEndpoint = endpoint('GET /pdf/intra-fund-investment-report', {
  summary:
    'The investment advice about a member in reach as a PDF, also at /pdf/intra-fund-investment-report/. It is refused for a member who has left',
  ...printed,
});

const printInsuranceAdviceEndpoint = endpoint('GET /pdf/limited-advice-report', {
  summary:
    'The insurance advice about a member in reach as a PDF, also at /pdf/limited-advice-report/. It is refused for a member who has left',
  ...printed,
});

const madeNow = <Advice>(advice: Advice): AdviceDocument<Advice> => ({ madeAt: new Date().toISOString(), advice });

@Controller()
class PrintAdviceController {
  constructor(
    private readonly investments: InvestmentAdvices,
    private readonly insurances: InsuranceAdvices,
    private readonly documents: PrintedDocuments,
  ) {}

  @Endpoint(printInvestmentAdviceEndpoint)
  async investment(asked: RequestOf<typeof printInvestmentAdviceEndpoint>, reply: FastifyReply): Promise<void> {
    const { memberId } = asked.query;
    const { of, advice } = await this.investments.of(memberId, asked.caller);
    requireMembership(of, 'Advice is');
    const content: AdviceDocument<InvestmentAdvice> = madeNow(advice);
    const document = { document: 'investmentAdvice', title: 'Investment advice', fileName: 'InvestmentAdvice' };
    await this.documents.send({ ...document, planId: of.planId, memberId, rows: 1, content }, asked, reply);
  }

  @Endpoint(printInsuranceAdviceEndpoint)
  async insurance(asked: RequestOf<typeof printInsuranceAdviceEndpoint>, reply: FastifyReply): Promise<void> {
    const { memberId } = asked.query;
    const { of, advice } = await this.insurances.of(memberId, asked.caller);
    requireMembership(of, 'Advice is');
    const content: AdviceDocument<InsuranceAdvice> = madeNow(advice);
    const document = { document: 'insuranceAdvice', title: 'Insurance advice', fileName: 'InsuranceAdvice' };
    await this.documents.send({ ...document, planId: of.planId, memberId, rows: 1, content }, asked, reply);
  }
}

@Module({
  imports: [DocumentsModule, InvestmentAdviceSlice, InsuranceAdviceSlice],
  controllers: [PrintAdviceController],
})
export class PrintAdviceSlice {}
