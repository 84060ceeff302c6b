import { Controller, Module } from '@nestjs/common';
import { date, integer, money, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import type { CellValue } from '../csv/reading/csv-cell.js';
import { writeCell } from '../csv/writing/write-cell.js';
import { consultantNames } from '../members/consultant-names.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { quotationsInReach, type MemberQuotation } from './stored-quotations.js';

const csv = 'text/csv; charset=utf-8';

const exportNeedsQuotesEndpoint = endpoint('GET /api/insuranceCalculation/exportNeedsQuoteCsv', {
  summary:
    'The members in reach who were quoted insurance, each with the newest quotation, as a CSV file: for the fund, not for the employer',
  right: 'insurance.quote',
  answers: { 200: new Media(csv) },
  sends: true,
});

/** In the file's name and its first line, because lists by member are for the fund's own work. */
const notice = 'For the fund, not for the employer';

const columns: Readonly<Record<string, CsvColumn>> = {
  planId: text(90),
  memberId: text(40),
  surname: text(100),
  givenName: text(100),
  quotedOn: date,
  quotedBy: text(100),
  calculationDate: date,
  ratesFrom: date,
  ageNextBirthday: integer(0, 200),
  category: text(100),
  occupationGroup: text(40),
  state: text(40),
  salary: money,
  deathCover: money,
  tpdCover: money,
  sciCoverMonthly: money,
  monthlyPremium: money,
  annualPremium: money,
  deathAboveAcceptance: money,
  tpdAboveAcceptance: money,
  sciAboveAcceptance: money,
};

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\uFEFF';
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

function valuesOf({ member, quotation }: MemberQuotation, quotedBy: string | null): Record<string, CellValue> {
  const { defaultCents, voluntaryCents, aboveLimitCents } = quotation;
  return {
    planId: outsideId(quotation.planId),
    memberId: member.memberNumber,
    surname: member.surname,
    givenName: member.givenName,
    quotedOn: sydneyDate(quotation.at),
    quotedBy,
    calculationDate: quotation.calculationDate,
    ratesFrom: quotation.ratesFrom,
    ageNextBirthday: quotation.ageNextBirthday,
    category: quotation.categoryName,
    occupationGroup: quotation.occupationGroup,
    state: quotation.addressState,
    salary: quotation.salaryCents,
    deathCover: defaultCents.Death + voluntaryCents.Death,
    tpdCover: defaultCents.TPD + voluntaryCents.TPD,
    sciCoverMonthly: defaultCents.SCI + voluntaryCents.SCI,
    monthlyPremium: quotation.monthlyCents,
    annualPremium: quotation.annualCents,
    deathAboveAcceptance: aboveLimitCents.Death,
    tpdAboveAcceptance: aboveLimitCents.TPD,
    sciAboveAcceptance: aboveLimitCents.SCI,
  };
}

/** The newest quotation of each member, newest first. */
const newestOfEach = (newestFirst: readonly MemberQuotation[]): MemberQuotation[] => {
  const seen = new Set<string>();
  return newestFirst.filter(({ member }) => !seen.has(member._id) && seen.add(member._id));
};

@Controller()
class ExportNeedsQuotesController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  /** The access log records the export before anything is sent. */
  @Endpoint(exportNeedsQuotesEndpoint)
  async export({ caller, request }: RequestOf<typeof exportNeedsQuotesEndpoint>, reply: FastifyReply): Promise<void> {
    const newest = newestOfEach(await quotationsInReach(this.views, caller));
    const access = {
      userId: caller.userId,
      role: caller.role,
      planId: null,
      action: 'export',
      object: 'insuranceNeedsQuotes',
      rows: newest.length,
      outcome: 'ok',
    } as const;
    const ids = newest.map(({ member }) => member._id);
    await this.access.noteNow(request, ...inParts(access, ids));
    const names = await consultantNames(
      this.views,
      newest.map(({ quotation }) => ({ consultant: quotation.quotedBy })),
    );
    const lines = newest.map((each) => {
      const values = valuesOf(each, names(each.quotation.quotedBy));
      return line(Object.entries(columns).map(([name, column]) => writeCell(column, values[name])));
    });
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', csv)
      .header('Content-Disposition', attachment(`InsuranceNeedsQuote - ${notice} - ${day}${month}${year}`, 'csv'))
      .send(`${byteOrderMark}${line([notice])}${line(Object.keys(columns))}${lines.join('')}`);
  }
}

@Module({ controllers: [ExportNeedsQuotesController] })
export class ExportNeedsQuotesSlice {}
