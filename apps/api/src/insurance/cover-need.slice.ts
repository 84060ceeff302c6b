import { Controller, Module } from '@nestjs/common';
import { coverNeedAnswer, insuranceRequest, type CoverNeedAnswer } from '@superscope/contracts/insurance-calculation';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { coverNeedAnswerOf } from './cover-need-answer.js';
import { Quotations, QuoteInsuranceSlice } from './quote-insurance.slice.js';

const coverNeedEndpoint = endpoint('POST /api/insuranceCalculation/need', {
  summary:
    'The cover that a household needs by a rule of thumb, the gap to current cover, and what closing it costs a month. It is told also where the plan has no rates, and is no event of a member: a quotation saves what was asked',
  right: 'insurance.quote',
  body: insuranceRequest,
  answers: { 200: coverNeedAnswer },
  problems: { 404: null },
});

@Controller()
class CoverNeedController {
  constructor(
    private readonly quotations: Quotations,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(coverNeedEndpoint)
  async need({ body, caller, request }: RequestOf<typeof coverNeedEndpoint>): Promise<CoverNeedAnswer> {
    const run = await this.quotations.prepare(body, caller);
    const { planId, memberId } = run;
    if (memberId !== null) this.access.noteMember(request, caller, { object: 'insurance', planId, memberId, rows: 1 });
    return coverNeedAnswerOf(run);
  }
}

@Module({ imports: [QuoteInsuranceSlice], controllers: [CoverNeedController] })
export class CoverNeedSlice {}
