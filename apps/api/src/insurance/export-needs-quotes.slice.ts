import { Controller, Module } from '@nestjs/common';
import { date, integer, money, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { outsideId } from '@superscope/domain/outside-id';
import type { FastifyReply } from 'fastify';
import { consultantNames } from '../members/consultant-names.js';
import { memberListMedia, sendMemberList, type MemberListRow } from '../members/member-list.js';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { quotationsInReach, type MemberQuotation } from './stored-quotations.js';

const exportNeedsQuotesEndpoint = endpoint('GET /api/insuranceCalculation/exportNeedsQuoteCsv', {
  summary:
    'The members in reach who were quoted insurance, each with the newest quotation, as a CSV file: for the fund, not for the employer',
  right: 'insurance.quote',
  answers: { 200: memberListMedia },
  sends: true,
});

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

function rowOf({ member, quotation }: MemberQuotation, quotedBy: string | null): MemberListRow {
  const { defaultCents, voluntaryCents, aboveLimitCents } = quotation;
  return {
    memberId: member._id,
    values: {
      planId: outsideId(quotation.planId),
      memberId: member.memberNumber,
      surname: member.surname,
      givenName: member.givenName,
      quotedOn: sydneyDate(quotation.at),
      quotedBy,
      calculationDate: quotation.calculationDate,
      ratesFrom: quotation.ratesFrom,
      ageNextBirthday: Number(quotation.ageNextBirthday),
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
    },
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

  @Endpoint(exportNeedsQuotesEndpoint)
  async export({ caller, request }: RequestOf<typeof exportNeedsQuotesEndpoint>, reply: FastifyReply): Promise<void> {
    const { userId, role } = caller;
    const access = { userId, role, planId: null, object: 'insurance needs quotes', filter: {} };
    const list = { name: 'insuranceNeedsQuotes', columns, rows: this.rows(caller) };
    await sendMemberList(list, this.access, access, request, reply);
  }

  private async *rows(caller: Principal) {
    const newest = newestOfEach(await quotationsInReach(this.views, caller));
    const names = await consultantNames(
      this.views,
      newest.map(({ quotation }) => ({ consultant: quotation.quotedBy })),
    );
    yield newest.map((each) => rowOf(each, names(each.quotation.quotedBy)));
  }
}

@Module({ controllers: [ExportNeedsQuotesController] })
export class ExportNeedsQuotesSlice {}
