import { Controller, Injectable, Module } from '@nestjs/common';
import {
  insuranceQuotation,
  insuranceRequest,
  type InsuranceQuotation,
  type InsuranceRequest,
} from '@superscope/contracts/insurance-calculation';
import { sydneyDate, yearsBetween } from '@superscope/domain/calendar-dates';
import { quoteInsurance, type PremiumLine, type QuotationInput } from '@superscope/domain/insurance/quote-insurance';
import { earliestBirth } from '@superscope/domain/member/date-of-birth';
import { memberStream, recordInsuranceQuoted } from '@superscope/domain/member/member';
import type { InsuranceQuotedData } from '@superscope/domain/member/member.events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { memberNameOf } from '../members/member-name.js';
import { requireMembership } from '../members/membership.js';
import { requireMemberOf, standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { centsOf } from './cents.js';
import { needInput } from './cover-need-answer.js';
import { memberCover } from './member-cover.js';
import { premiumTables } from './published-premiums.js';
import { quotationAnswer, type PreparedRun, type QuotedRun } from './quotation-answer.js';
import { categoriesOf, reachedCompany } from './reached-company.js';

const quoteInsuranceEndpoint = endpoint('POST /api/insuranceCalculation/data', {
  summary:
    'What default and voluntary cover cost by the rates of a plan. Birth date and gender of an existing member are those of the fund’s files, and the run is an event of theirs. It is refused for a member who has left',
  right: 'insurance.quote',
  body: insuranceRequest,
  answers: { 200: insuranceQuotation },
  problems: { 404: null },
});

const QUOTATIONS = 'Quotations are';

@Injectable()
export class Quotations {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** Throws RuleViolation for a member or an employer out of reach, and for what the plan has no category or rate. */
  async run(asked: InsuranceRequest, caller: Principal): Promise<QuotedRun> {
    const prepared = await this.prepare(asked, caller);
    return { ...prepared, quotation: quoteInsurance(prepared.input, prepared.tables) };
  }

  /** The person, the category and the tables of a quotation, before there is one. */
  async prepare(asked: InsuranceRequest, caller: Principal): Promise<PreparedRun> {
    const { memberId = null, calculationDate, selectedMember } = asked;
    const { planId, companyId, memberName, dateOfBirth, gender } = await this.person(asked, caller);
    if (dateOfBirth == null) throw new RuleViolation('invalid', 'Birth date is required');
    if (gender == null) throw new RuleViolation('invalid', 'Gender is required: rates are those of men or of women.');
    if (dateOfBirth >= calculationDate || dateOfBirth < earliestBirth(calculationDate))
      throw new RuleViolation('invalid', 'The birth date must be within 110 years before the calculation date.');
    // The request's schema asks for category, occupation and salary.
    const category = (await categoriesOf(this.views, planId)).find(
      ({ categoryId }) => categoryId === selectedMember.memberCategory,
    );
    if (category === undefined) throw new RuleViolation('not-found', 'The plan has no such category.');
    const [tables, cover] = await Promise.all([
      premiumTables(this.views, planId, calculationDate),
      memberId === null ? null : memberCover(this.analytics, { planId, memberId }),
    ]);
    const now = cover?.currentInsurance;
    const input: QuotationInput = {
      salaryCents: centsOf(selectedMember.salary) ?? 0,
      age: yearsBetween(dateOfBirth, calculationDate),
      gender,
      occupationGroup: selectedMember.occupationGroup!,
      category,
      voluntary: {
        Death: centsOf(asked.voluntaryDeathCover) ?? 0,
        TPD: centsOf(asked.voluntaryTpdCover) ?? 0,
        SCI: centsOf(asked.voluntarySciCover) ?? 0,
      },
      balanceCents: centsOf(cover?.balance),
      held: {
        Death: centsOf(now?.deathCover) ?? 0,
        TPD: centsOf(now?.tpdCover) ?? 0,
        SCI: centsOf(now?.sciCover) ?? 0,
      },
    };
    const { state = null } = selectedMember;
    return {
      memberId,
      memberName,
      planId,
      companyId,
      calculationDate,
      state,
      category,
      input,
      tables,
      cover,
      need: asked.need ?? null,
    };
  }

  private async person({ memberId, selectedMember }: InsuranceRequest, caller: Principal) {
    const { memberName, companyId, dateOfBirth, gender } = selectedMember;
    if (memberId == null) {
      // The request's schema asks a new member for name and employer.
      const company = await reachedCompany(this.views, caller, companyId!);
      return { planId: company.planId, companyId: company._id, memberName: memberName!, dateOfBirth, gender };
    }
    const member = await standingMember(this.views, caller, memberId);
    requireMembership(member, QUOTATIONS);
    const known = member.gender === 'Other' ? null : member.gender;
    return {
      planId: member.planId,
      companyId: member.companyId,
      memberName: memberNameOf(member),
      dateOfBirth: member.dateOfBirth ?? dateOfBirth,
      gender: known ?? gender,
    };
  }
}

/** Records that somebody quoted insurance for a member. */
const RecordInsuranceQuoted = decides(
  'RecordInsuranceQuoted',
  memberStream,
  (quoted: InsuranceQuotedData, caller: Principal) => (member) => {
    requireMemberOf(caller, member.details?.planId);
    // They may have left since their document was read.
    requireMembership({ exitDate: member.details?.exitDate ?? null }, QUOTATIONS);
    return recordInsuranceQuoted(quoted)(member);
  },
);

const lineOf = (kind: 'default' | 'voluntary') => (line: PremiumLine) => ({
  kind,
  coverType: line.coverType,
  coverCents: line.coverCents,
  annualCents: line.annualCents,
  monthlyCents: line.monthlyCents,
});

function quotedBy({ userId }: Principal, memberId: string, run: QuotedRun): InsuranceQuotedData {
  const { input, quotation, category } = run;
  return {
    memberId,
    planId: run.planId,
    on: sydneyDate(new Date()),
    quotedBy: userId,
    gender: input.gender,
    salaryCents: input.salaryCents,
    categoryId: category.categoryId,
    categoryName: category.name,
    occupationGroup: input.occupationGroup,
    addressState: run.state,
    voluntaryCents: { Death: input.voluntary.Death, TPD: input.voluntary.TPD, SCI: input.voluntary.SCI },
    lines: [...quotation.defaultLines.map(lineOf('default')), ...quotation.voluntaryLines.map(lineOf('voluntary'))],
    annualCents: quotation.totals.annualCents,
    monthlyCents: quotation.totals.monthlyCents,
    aboveLimitCents: {
      Death: quotation.aboveLimit.Death,
      TPD: quotation.aboveLimit.TPD,
      SCI: quotation.aboveLimit.SCI,
    },
    ratesFrom: quotation.ratesFrom,
    factorsFrom: quotation.factorsFrom,
    rulesFrom: quotation.rulesFrom,
    personal: {
      calculationDate: run.calculationDate,
      ageNextBirthday: String(quotation.ageNextBirthday),
      ...(run.need === null ? {} : { need: JSON.stringify(needInput(run.need)) }),
    },
  };
}

@Controller()
class QuoteInsuranceController {
  constructor(
    private readonly quotations: Quotations,
    private readonly commands: Commands,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(quoteInsuranceEndpoint)
  async quote({ body, caller, request }: RequestOf<typeof quoteInsuranceEndpoint>): Promise<InsuranceQuotation> {
    const run = await this.quotations.run(body, caller);
    const { memberId } = run;
    if (memberId === null) return quotationAnswer(run);
    const quoted = quotedBy(caller, memberId, run);
    await this.commands.execute(request, RecordInsuranceQuoted.of(memberId, quoted, caller));
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'quoted insurance',
      object: 'insurance',
      planId: run.planId,
      members: [memberId],
      rows: 1,
      outcome: 'ok',
    });
    return quotationAnswer(run);
  }
}

@Module({
  controllers: [QuoteInsuranceController],
  providers: [Quotations, RecordInsuranceQuoted.handler],
  exports: [Quotations],
})
export class QuoteInsuranceSlice {}
