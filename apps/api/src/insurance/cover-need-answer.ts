import type { CoverNeedAnswer, NeedAsked, NeededCoverAnswer } from '@superscope/contracts/insurance-calculation';
import {
  coverGaps,
  coverNeed,
  type CoverGap,
  type NeedInput,
  type NeedPart,
} from '@superscope/domain/insurance/cover-need';
import { limitsOf, openDefaultCovers, priceOfCover } from '@superscope/domain/insurance/quote-insurance';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { centsOf } from './cents.js';
import type { PreparedRun } from './quotation-answer.js';

const dollarsOf = (cents: number): number => cents / 100;

/** What was given of a household, in cents; null for what is left to the rule's defaults. */
export const needInput = (asked: NeedAsked): NeedInput => ({
  debtsCents: centsOf(asked.debts),
  dependants: asked.dependants ?? null,
  incomePercent: asked.incomePercent ?? null,
  incomeYears: asked.incomeYears ?? null,
  funeralCents: centsOf(asked.funeral),
  careCents: centsOf(asked.care),
  partnerIncomeCents: centsOf(asked.partnerIncome),
});

/** The same in dollars, as a quotation keeps it. */
export const needAskedOf = (input: NeedInput) => ({
  debts: input.debtsCents === null ? null : dollarsOf(input.debtsCents),
  dependants: input.dependants,
  incomePercent: input.incomePercent,
  incomeYears: input.incomeYears,
  funeral: input.funeralCents === null ? null : dollarsOf(input.funeralCents),
  care: input.careCents === null ? null : dollarsOf(input.careCents),
  partnerIncome: input.partnerIncomeCents === null ? null : dollarsOf(input.partnerIncomeCents),
});

const partAnswer = ({ part, cents }: NeedPart) => ({ part, amount: dollarsOf(cents) });

/** The gap with its price, or why it has none: the need does not depend on rates. */
function coverAnswer({ coverType, needCents, coverCents, gapCents }: CoverGap, run: PreparedRun): NeededCoverAnswer {
  const { deathTpdCents, sciCents } = limitsOf(run.category);
  const limit = coverType === 'SCI' ? sciCents : deathTpdCents;
  const priced = { monthlyPremium: null as number | null, noPrice: null as string | null };
  if (gapCents !== null && gapCents > 0)
    try {
      priced.monthlyPremium = dollarsOf(priceOfCover(coverType, gapCents, run.input, run.tables).monthlyCents);
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      priced.noPrice = error.message;
    }
  return {
    type: coverType,
    need: dollarsOf(needCents),
    cover: coverCents === null ? null : dollarsOf(coverCents),
    gap: gapCents === null ? null : dollarsOf(gapCents),
    ...priced,
    aboveLimit: dollarsOf(Math.max(0, needCents - limit)),
  };
}

/** The need beside cover and cost. Throws RuleViolation if a new member's default cover has a formula that cannot be read. */
export function coverNeedAnswerOf(run: PreparedRun): CoverNeedAnswer {
  const { input, tables, cover } = run;
  const need = coverNeed(needInput(run.need ?? {}), input);
  const now = cover?.currentInsurance;
  const { covers, assumed } = now
    ? {
        covers: { Death: centsOf(now.deathCover), TPD: centsOf(now.tpdCover), SCI: centsOf(now.sciCover) },
        assumed: [],
      }
    : openDefaultCovers(input, tables.rules);
  const answers = coverGaps(need.needCents, covers).map((gap) => coverAnswer(gap, run));
  const priced = answers.flatMap(({ monthlyPremium }) => monthlyPremium ?? []);
  return {
    calculationDate: run.calculationDate,
    age: input.age,
    salary: dollarsOf(input.salaryCents),
    counted: needAskedOf(need.given),
    death: need.parts.Death.map(partAnswer),
    tpd: need.parts.TPD.map(partAnswer),
    covers: answers,
    coverOf: now ? 'files' : 'default',
    assumed,
    asAt: cover?.asAt ?? null,
    balance: input.balanceCents === null ? null : dollarsOf(input.balanceCents),
    monthlyPremiumTotal:
      priced.length === 0 ? null : Math.round(priced.reduce((sum, premium) => sum + premium * 100, 0)) / 100,
    ratesFrom: tables.rates?.validFrom ?? null,
  };
}
