import { createHash } from 'node:crypto';
import { Controller, Injectable, Module } from '@nestjs/common';
import {
  consultationDraft,
  consultationRequest,
  type ConsultationContent,
  type ConsultationDraft,
  type ConsultationRequest,
  type ConsultedCover,
} from '@superscope/contracts/consultation';
import type { InsuranceRequest } from '@superscope/contracts/insurance-calculation';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { monthOf, sydneyDate } from '@superscope/domain/calendar-dates';
import { quoteInsurance } from '@superscope/domain/insurance/quote-insurance';
import { outsideId } from '@superscope/domain/outside-id';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { AdviceModule } from '../advice/advice.module.js';
import { AdvisedMembers } from '../advice/advised-member.js';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AnalyticsService } from '../analytics/load/analytics-service.js';
import { CompareFeesSlice, FeeComparisons } from '../fees/compare-fees.slice.js';
import { comparisonAnswer } from '../fees/fee-comparison-answer.js';
import { netBenefitOf } from '../fees/net-benefit.slice.js';
import { coverNeedAnswerOf, needAskedOf, needInput } from '../insurance/cover-need-answer.js';
import { quotationAnswer, type PreparedRun } from '../insurance/quotation-answer.js';
import { Quotations, QuoteInsuranceSlice } from '../insurance/quote-insurance.slice.js';
import { memberNameOf } from '../members/member-name.js';
import { requireMembership } from '../members/membership.js';
import { standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { datedFigures, figuresRecordedBy } from '../plans/dated-figures.js';
import { planNames } from '../plans/plan-names.js';
import { asfaPositionOf } from './asfa-position.js';

const draftConsultationEndpoint = endpoint('POST /api/consultations/draft', {
  summary:
    'What a consultation of a member in reach would file: fees, cover and need, and the position beside ASFA’s standard, each if it is asked for. It is no event of a member; the access log records it. It is refused for a member who has left',
  right: 'consultations.file',
  body: consultationRequest,
  answers: { 200: consultationDraft },
  problems: { 404: null },
});

const CONSULTATIONS = 'Consultations are';

const dollars = (cents: number): number => cents / 100;

/** What a consultation would file, with the plan that it is filed in. */
export interface DraftedConsultation extends ConsultationDraft {
  planId: string;
}

@Injectable()
export class Consultations {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly editions: AnalyticsService,
    private readonly comparisons: FeeComparisons,
    private readonly quotations: Quotations,
    private readonly advised: AdvisedMembers,
  ) {}

  /** Throws RuleViolation for a member who is out of reach, was erased, or has left. */
  async draft(asked: ConsultationRequest, caller: Principal): Promise<DraftedConsultation> {
    const { memberId, fees, cover, asfa } = asked;
    const member = await standingMember(this.views, caller, memberId);
    requireMembership(member, CONSULTATIONS);
    const { planId, companyId } = member;
    const [company, plans, ofFees, ofCover, ofAsfa] = await Promise.all([
      this.views.of(companiesView).findOne({ _id: companyId }, { projection: { name: 1 } }),
      planNames(this.views, [planId]),
      fees && this.feesOf(memberId, fees, caller),
      cover && this.coverOf(cover, caller),
      asfa ? this.asfaOf(planId, memberId) : null,
    ]);
    const content: ConsultationContent = {
      member: {
        name: memberNameOf(member),
        number: member.memberNumber,
        dateOfBirth: member.dateOfBirth,
        companyName: company?.name ?? outsideId(companyId),
        planName: plans.get(planId) ?? outsideId(planId),
      },
      on: sydneyDate(new Date()),
      fees: ofFees,
      cover: ofCover,
      asfa: ofAsfa,
    };
    return { planId, content, contentSha256: sha256Of(content) };
  }

  private async feesOf(
    memberId: string,
    { otherAssetIds, ...compared }: NonNullable<ConsultationRequest['fees']>,
    caller: Principal,
  ): Promise<ConsultationContent['fees']> {
    const facts = await this.comparisons.facts({ memberId, ...compared }, caller);
    return { comparison: comparisonAnswer(facts), netBenefit: await netBenefitOf(facts, otherAssetIds) };
  }

  private async coverOf(asked: InsuranceRequest, caller: Principal): Promise<ConsultedCover> {
    const run = await this.quotations.prepare(asked, caller);
    const { category, input, cover } = run;
    return {
      calculationDate: run.calculationDate,
      categoryName: category.name,
      occupationGroup: input.occupationGroup,
      salary: dollars(input.salaryCents),
      state: run.state,
      voluntary: {
        death: dollars(input.voluntary.Death),
        tpd: dollars(input.voluntary.TPD),
        sci: dollars(input.voluntary.SCI),
      },
      given: needAskedOf(needInput(run.need ?? {})),
      ...quotationOf(run),
      need: coverNeedAnswerOf(run),
      now: cover && { asAt: cover.asAt, currentInsurance: cover.currentInsurance },
    };
  }

  /** By the figures of the edition of the member’s newest month; of a month that is open, by those of now. */
  private async asfaOf(planId: string, memberId: string): Promise<NonNullable<ConsultationContent['asfa']>> {
    const month = await this.advised.newestMonth(planId, memberId);
    if (month === null) return { known: null };
    const derivedBy = await this.editions.derivedBy(planId, monthOf(month.asAt));
    const figures = await (derivedBy === null
      ? datedFigures(this.views)
      : figuresRecordedBy(this.analytics, derivedBy));
    return { known: asfaPositionOf(month, figures) };
  }
}

/** Need and cover are told also where the plan has no rates. */
function quotationOf(run: PreparedRun): Pick<ConsultedCover, 'quotation' | 'noQuotation'> {
  try {
    const quotation = quoteInsurance(run.input, run.tables);
    // It is no event of its own: the consultation is.
    return { quotation: { ...quotationAnswer({ ...run, quotation }), isRecorded: false }, noQuotation: null };
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    return { quotation: null, noQuotation: error.message };
  }
}

const sha256Of = (content: ConsultationContent): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

@Controller()
class DraftConsultationController {
  constructor(
    private readonly consultations: Consultations,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(draftConsultationEndpoint)
  async draft({ body, caller, request }: RequestOf<typeof draftConsultationEndpoint>): Promise<ConsultationDraft> {
    const { planId, ...draft } = await this.consultations.draft(body, caller);
    const { memberId } = body;
    this.access.noteMember(request, caller, { object: 'consultation', planId, memberId, rows: 1 });
    return draft;
  }
}

@Module({
  imports: [AdviceModule, AnalyticsModule, CompareFeesSlice, QuoteInsuranceSlice],
  controllers: [DraftConsultationController],
  providers: [Consultations],
  exports: [Consultations],
})
export class DraftConsultationSlice {}
