import { Controller, Injectable, Module } from '@nestjs/common';
import {
  insuranceAdvice,
  type DefaultCover,
  type ExtraCover,
  type InsuranceAdvice,
} from '@superscope/contracts/member-advice';
import type { CurrentInsurance } from '@superscope/contracts/insurance-calculation';
import { memberIdField } from '@superscope/contracts/member-events';
import { insurancePosition, missingFor } from '@superscope/domain/advice/insurance-position';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { CoverRules } from '@superscope/domain/insurance/cover-rules';
import { sciTermsOf } from '@superscope/domain/insurance/premium-rates';
import { limitsOf, openDefaultCovers, priceOfCover } from '@superscope/domain/insurance/quote-insurance';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { centsOf } from '../insurance/cents.js';
import { coverRulesAnswer } from '../insurance/cover-rules-answer.js';
import { coverRulesOn } from '../insurance/published-premiums.js';
import { memberCover } from '../insurance/member-cover.js';
import { Quotations, QuoteInsuranceSlice } from '../insurance/quote-insurance.slice.js';
import { categoriesOf } from '../insurance/reached-company.js';
import { AccessLog } from '../platform/access/access-log.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { AdviceModule } from './advice.module.js';
import { AdvisedMembers, type Advised } from './advised-member.js';

const insuranceAdviceEndpoint = endpoint('GET /api/members/:memberId/insuranceAdvice', {
  summary:
    'How the death cover of a member in reach stands to its estimated need, and what the cover that is missing would cost by the plan’s rates',
  right: 'members.read',
  params: { memberId: memberIdField },
  answers: { 200: insuranceAdvice },
  problems: { 404: null, 409: null },
});

/** A figure, or the sentence that says why there is none. */
interface Found<Value> {
  value: Value | null;
  problem: string | null;
}
const nothing = { value: null, problem: null };
const unknown = (problem: string) => ({ value: null, problem });

/** What a rule refuses is said in its place; the rest of the advice stands. */
async function orProblem<Value>(find: () => Promise<Value> | Value): Promise<Found<Value>> {
  try {
    return { value: await find(), problem: null };
  } catch (error) {
    if (error instanceof RuleViolation) return unknown(error.message);
    throw error;
  }
}

@Injectable()
export class InsuranceAdvices {
  constructor(
    private readonly members: AdvisedMembers,
    private readonly quotations: Quotations,
    private readonly views: Views,
    private readonly analytics: Analytics,
  ) {}

  /** Throws RuleViolation for a member out of the caller's reach, for one who was erased, and for one without a month. */
  async of(memberId: string, caller: Principal): Promise<{ of: Advised['member']; advice: InsuranceAdvice }> {
    const advised = await this.members.of(memberId, caller);
    const { planId, categoryId } = advised.member;
    const [figures, { asAt, currentInsurance }, categories, rules] = await Promise.all([
      this.members.figuresAt(advised.month.asAt),
      memberCover(this.analytics, { planId, memberId }),
      categoriesOf(this.views, planId),
      coverRulesOn(this.views, planId, advised.month.asAt),
    ]);
    const position = insurancePosition(advised.month, figures.deathNeedMultiples);
    const category = categories.find((each) => each.categoryId === categoryId);
    const defaults = await defaultsOf(advised, category, rules, currentInsurance);
    const extra = position === null ? nothing : await this.extra(advised, position.shortCents, caller);
    const advice: InsuranceAdvice = {
      member: advised.shown,
      now: { asAt, currentInsurance },
      position: position && {
        multiple: position.multiple,
        need: position.needCents / 100,
        coveredPercent: position.coveredPercent,
        indicator: position.indicator,
        points: position.points,
        short: Math.ceil(position.shortCents / 100),
        over: position.overCents / 100,
      },
      missing: missingFor(advised.month, figures.deathNeedMultiples),
      extra: extra.value,
      extraProblem: extra.problem,
      defaults: defaults.value,
      defaultsProblem: defaults.problem,
    };
    return { of: advised.member, advice };
  }

  /** What more death cover costs today by the plan's rates. It is no quotation: no event of the member records it. */
  private async extra({ member, month }: Advised, shortCents: number, caller: Principal): Promise<Found<ExtraCover>> {
    if (shortCents === 0) return nothing;
    const { _id: memberId, categoryId, occupationalRating } = member;
    if (categoryId === null) return unknown('The fund’s files name no plan category of this member.');
    if (occupationalRating === null) return unknown('The fund’s files name no collar rating of this member.');
    const death = Math.ceil(shortCents / 100);
    return orProblem(async () => {
      const { input, tables, category } = await this.quotations.prepare(
        {
          calculationDate: sydneyDate(new Date()),
          memberId,
          voluntaryDeathCover: death,
          selectedMember: {
            memberCategory: categoryId,
            salary: month.salaryCents! / 100,
            occupationGroup: occupationalRating,
          },
        },
        caller,
      );
      // Of this cover alone: a rate that the plan lacks for another one does not matter here.
      const price = priceOfCover('Death', death * 100, input, tables);
      const together = month.deathCoverCents! + death * 100;
      return {
        death,
        annualPremium: price.annualCents / 100,
        monthlyPremium: price.monthlyCents / 100,
        ratesFrom: tables.rates!.validFrom,
        aboveLimit: Math.max(0, together - limitsOf(category).deathTpdCents) / 100,
      };
    });
  }
}

/** What a member of this category has by default. */
async function defaultsOf(
  { month: { age, salaryCents, balanceCents } }: Advised,
  category: MemberCategoryDetails | undefined,
  rules: CoverRules | null,
  { deathCover, tpdCover, sciCover }: CurrentInsurance,
): Promise<Found<DefaultCover>> {
  if (category === undefined) return unknown('The fund’s files name no plan category of this member.');
  if (age === null || salaryCents === null)
    return unknown('Default cover follows from age and salary, and one of them is not known.');
  return orProblem(() => {
    const held = { Death: centsOf(deathCover) ?? 0, TPD: centsOf(tpdCover) ?? 0, SCI: centsOf(sciCover) ?? 0 };
    const { covers, noDefault, assumed } = openDefaultCovers({ category, age, salaryCents, balanceCents, held }, rules);
    const limits = limitsOf(category);
    const terms = sciTermsOf({ waitDays: category.sciWaitDays, benefitPeriod: category.sciBenefitPeriod });
    return {
      categoryName: category.name,
      notes: [...noDefault, ...assumed],
      rules: coverRulesAnswer(category, rules),
      death: covers.Death / 100,
      tpd: covers.TPD / 100,
      sci: covers.SCI / 100,
      sciDaysWait: terms.waitDays,
      sciBenefitPeriod: terms.benefitPeriod,
      deathTpdAal: limits.deathTpdCents / 100,
      sciAal: limits.sciCents / 100,
    };
  });
}

@Controller()
class InsuranceAdviceController {
  constructor(
    private readonly advices: InsuranceAdvices,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(insuranceAdviceEndpoint)
  async advise({ params, caller, request }: RequestOf<typeof insuranceAdviceEndpoint>): Promise<InsuranceAdvice> {
    const { memberId } = params;
    const {
      of: { planId },
      advice,
    } = await this.advices.of(memberId, caller);
    this.access.noteMember(request, caller, { object: 'insurance advice', planId, memberId, rows: 1 });
    return advice;
  }
}

@Module({
  imports: [AdviceModule, QuoteInsuranceSlice],
  controllers: [InsuranceAdviceController],
  providers: [InsuranceAdvices],
  exports: [InsuranceAdvices],
})
export class InsuranceAdviceSlice {}
