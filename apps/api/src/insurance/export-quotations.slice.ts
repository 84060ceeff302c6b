import { Controller, Module } from '@nestjs/common';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import writeExcelFile from 'write-excel-file/node';
import { consultantNames } from '../members/consultant-names.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { quotationsInReach, type MemberQuotation } from './stored-quotations.js';

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const exportQuotationsEndpoint = endpoint('GET /api/insuranceCalculation/exportXlsx', {
  summary: 'The quotations of insurance that were made for members in reach, one row for each, as a spreadsheet',
  right: 'insurance.export',
  answers: { 200: new Media(spreadsheet) },
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

const text = (value: string | null) => ({ value: value ?? '', type: String });
const whole = (value: number) => ({ value, type: Number });
const money = (cents: number) => ({ value: cents / 100, type: Number, format: '#,##0.00' });

const rowOf = ({ member, quotation }: MemberQuotation, quotedBy: string | null) => {
  const { defaultCents, voluntaryCents, aboveLimitCents } = quotation;
  return [
    text(sydneyDate(quotation.at)),
    text(sydneyTime(quotation.at)),
    text(outsideId(quotation.planId)),
    text(member.memberNumber),
    text(quotedBy),
    text(quotation.calculationDate),
    text(quotation.ratesFrom),
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
    const heading = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
    const names = await consultantNames(
      this.views,
      quotations.map(({ quotation }) => ({ consultant: quotation.quotedBy })),
    );
    const rows = quotations.map((each) => rowOf(each, names(each.quotation.quotedBy)));
    const file = await writeExcelFile([heading, ...rows]).toBuffer();
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', spreadsheet)
      .header('Content-Disposition', attachment(`InsuranceCalculations - ${day}${month}${year}`, 'xlsx'))
      .send(file);
  }
}

@Module({ controllers: [ExportQuotationsController] })
export class ExportQuotationsSlice {}
