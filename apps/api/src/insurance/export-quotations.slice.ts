import { Controller, Module } from '@nestjs/common';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import { consultantNames } from '../members/consultant-names.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import {
  dayCell,
  money,
  spreadsheet,
  spreadsheetType,
  text,
  timeCell,
  whole,
} from '../platform/spreadsheets/spreadsheet.js';
import { planNames } from '../plans/plan-names.js';
import { quotationsInReach, type MemberQuotation } from './stored-quotations.js';

const exportQuotationsEndpoint = endpoint('GET /api/insuranceCalculation/exportXlsx', {
  summary: 'The quotations of insurance that were made for members in reach, one row for each, as a spreadsheet',
  right: 'insurance.export',
  answers: { 200: new Media(spreadsheetType) },
  sends: true,
});

const headings = [
  'Date',
  'Time',
  'Plan',
  'Member',
  'Quoted by',
  'Calculated at',
  'Rates of',
  'Age next birthday',
  'Category',
  'Collar rating',
  'State',
  'Salary',
  'Default death',
  'Default TPD',
  'Default SCI a month',
  'Voluntary death',
  'Voluntary TPD',
  'Voluntary SCI a month',
  'Premium a month',
  'Premium a year',
  'Death above acceptance',
  'TPD above acceptance',
  'SCI above acceptance',
];

const rowOf = ({ member, quotation }: MemberQuotation, planName: string | undefined, quotedBy: string | null) => {
  const { defaultCents, voluntaryCents, aboveLimitCents } = quotation;
  return [
    dayCell(sydneyDate(quotation.at)),
    timeCell(sydneyTime(quotation.at)),
    text(planName ?? outsideId(quotation.planId)),
    text(member.memberNumber),
    text(quotedBy),
    dayCell(quotation.calculationDate),
    dayCell(quotation.ratesFrom),
    whole(Number(quotation.ageNextBirthday)),
    text(quotation.categoryName),
    text(quotation.occupationGroup),
    text(quotation.addressState),
    money(quotation.salaryCents),
    ...[defaultCents, voluntaryCents].flatMap(({ Death, TPD, SCI }) => [Death, TPD, SCI]).map(money),
    money(quotation.monthlyCents),
    money(quotation.annualCents),
    ...[aboveLimitCents.Death, aboveLimitCents.TPD, aboveLimitCents.SCI].map(money),
  ];
};

@Controller()
class ExportQuotationsController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent. */
  @Endpoint(exportQuotationsEndpoint)
  async export({ caller, request }: RequestOf<typeof exportQuotationsEndpoint>, reply: FastifyReply): Promise<void> {
    const quotations = await quotationsInReach(this.views, caller);
    const access = {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'insuranceCalculations',
      rows: quotations.length,
      outcome: 'ok',
    } as const;
    const members = [...new Set(quotations.map(({ member }) => member._id))];
    await this.access.noteNow(request, ...inParts(access, members));
    const names = await consultantNames(
      this.views,
      quotations.map(({ quotation }) => ({ consultant: quotation.quotedBy })),
    );
    const plans = await planNames(
      this.views,
      quotations.map(({ quotation }) => quotation.planId),
    );
    const rows = quotations.map((each) =>
      rowOf(each, plans.get(each.quotation.planId), names(each.quotation.quotedBy)),
    );
    const file = await spreadsheet('Insurance calculations', headings, rows);
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', spreadsheetType)
      .header('Content-Disposition', attachment(`InsuranceCalculations - ${day}${month}${year}`, 'xlsx'))
      .send(file);
  }
}

@Module({ controllers: [ExportQuotationsController] })
export class ExportQuotationsSlice {}
