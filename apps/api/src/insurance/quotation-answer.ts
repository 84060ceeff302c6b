import type { InsuranceQuotation, NeedAsked, PremiumLineAnswer } from '@superscope/contracts/insurance-calculation';
import { withDecimals } from '@superscope/domain/exact-amount';
import { occupationFactor, type CoverType } from '@superscope/domain/insurance/premium-rates';
import {
  namesItsLimits,
  type PremiumLine,
  type PremiumTables,
  type Quotation,
  type QuotationInput,
} from '@superscope/domain/insurance/quote-insurance';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import { coverRulesAnswer } from './cover-rules-answer.js';
import type { MemberCover } from './member-cover.js';

/** What a quotation is made of. */
export interface PreparedRun {
  /** Null for a new member. */
  memberId: string | null;
  memberName: string;
  planId: string;
  companyId: string;
  calculationDate: string;
  state: string | null;
  category: MemberCategoryDetails;
  input: QuotationInput;
  tables: PremiumTables;
  /** Of an existing member. */
  cover: MemberCover | null;
  /** Null where nobody asked for it. */
  need: NeedAsked | null;
}

/** A quotation with what it was made of. */
export interface QuotedRun extends PreparedRun {
  quotation: Quotation;
}

const dollars = (cents: number): number => cents / 100;

const lineAnswer = ({ coverType, coverCents, rate, annualCents, monthlyCents }: PremiumLine): PremiumLineAnswer => ({
  type: coverType,
  cover: dollars(coverCents),
  rate: withDecimals(rate, 2),
  annualPremium: dollars(annualCents),
  monthlyPremium: dollars(monthlyCents),
});

export function quotationAnswer({
  memberId,
  calculationDate,
  input,
  tables,
  quotation,
}: QuotedRun): InsuranceQuotation {
  const { defaultTotals, voluntaryTotals, totals, limits, aboveLimit, sciTerms } = quotation;
  const factorOf = (cover: CoverType) => {
    const factor = occupationFactor(tables.factors?.rows ?? [], input.occupationGroup, cover);
    return factor && withDecimals(factor, 4);
  };
  return {
    calculationDate,
    planName: tables.planName,
    ageNextBirthday: quotation.ageNextBirthday,
    gender: input.gender,
    ratesFrom: quotation.ratesFrom,
    occupationGroup: input.occupationGroup,
    factors: { death: factorOf('Death'), tpd: factorOf('TPD'), sci: factorOf('SCI') },
    default: quotation.defaultLines.map(lineAnswer),
    noDefault: [...quotation.noDefault],
    assumed: [...quotation.assumed],
    rules: coverRulesAnswer(input.category, tables.rules),
    voluntary: quotation.voluntaryLines.map(lineAnswer),
    defaultPremiumTotal: dollars(defaultTotals.annualCents),
    defaultMonthlyPremiumTotal: dollars(defaultTotals.monthlyCents),
    voluntaryPremiumTotal: dollars(voluntaryTotals.annualCents),
    voluntaryMonthlyPremiumTotal: dollars(voluntaryTotals.monthlyCents),
    premiumTotal: dollars(totals.annualCents),
    monthlyPremiumTotal: dollars(totals.monthlyCents),
    deathTpdAal: dollars(limits.deathTpdCents),
    sciAal: dollars(limits.sciCents),
    isAalOfCategory: namesItsLimits(input.category),
    aboveLimit: { death: dollars(aboveLimit.Death), tpd: dollars(aboveLimit.TPD), sci: dollars(aboveLimit.SCI) },
    defaultSciBenefitPeriod: sciTerms.benefitPeriod,
    defaultSciDaysWait: sciTerms.waitDays,
    isRecorded: memberId !== null,
  };
}
