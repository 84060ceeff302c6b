import { ageAtMonthEnd, type IsoDate, type IsoMonth } from '../calendar-dates.js';
import { type FiguresAt, figuresAt, peerAverageCents } from './figures-at.js';
import type { Figures } from './figures.js';
import { investmentApproach, type InvestmentInput } from './investment-approach.js';
import { deathCoverNeed, lifeInsurance } from './life-insurance.js';
import type { MemberMonthInput } from './member-month.js';
import { nominatedBeneficiary } from './nominated-beneficiary.js';
import {
  adequacyLevels,
  adequacyPoints,
  isOnTrack,
  projectedStandard,
  type ProjectedRetirementStandard,
} from './retirement-adequacy.js';
import { retirementIncome } from './retirement-income.js';
import { roundHalfUp } from './rounding.js';
import type { ScoredArea } from './super-score.js';

/** The age, or null for a date of birth after the month, which must be an error in the data. */
export function knownAge(birthMonth: IsoMonth | null, asAt: IsoDate): number | null {
  const age = birthMonth === null ? null : ageAtMonthEnd(birthMonth, asAt);
  return age === null || age < 0 ? null : age;
}

export const growthOf = (member: MemberMonthInput): number | null =>
  member.growthExposurePercent ?? member.holdingsGrowthPercent;

export const investmentInput = (
  { riskProfileName, riskProfileAssessedOn }: MemberMonthInput,
  age: number | null,
  growthPercent: number | null,
): InvestmentInput => ({ age, growthPercent, riskProfileName, riskProfileAssessedOn });

export const accountBalance = (balanceCents: number | null, peerCents: number | null) =>
  balanceCents === null || peerCents === null ? null : Math.min(1, Math.max(0, balanceCents) / peerCents);

/** One area's points, 0..1, for a member whose other areas are known already. The same rules as `scoreMember`. */
export function areaPoints(area: ScoredArea, member: MemberMonthInput, figures: Figures, asAt: IsoDate): number | null {
  if (area === 'nominatedBeneficiary') return nominatedBeneficiary(member, asAt).points;
  const known = figuresAt(figures, asAt);
  const age = knownAge(member.birthMonth, asAt);
  const balanceCents = member.totalAssetsOwnedCents;
  const growthPercent = growthOf(member);
  switch (area) {
    case 'accountBalance':
      return accountBalance(balanceCents, peerAverageCents(known, member.gender, age));
    case 'lifeInsurance': {
      const need = deathCoverNeed(member.salaryCents, age, known.deathNeedMultiples);
      return lifeInsurance(member.deathCoverCents, balanceCents, need).points;
    }
    case 'investmentApproach':
      return investmentApproach(investmentInput(member, age, growthPercent), asAt).points;
    case 'retirementAdequacy':
      return retirementAdequacy(member, age, growthPercent, known).points;
  }
}

interface RetirementResult {
  points: number | null;
  standard: ProjectedRetirementStandard | null;
  superOnlyStandard: ProjectedRetirementStandard | null;
  onTrack: boolean | null;
  incomeCents: number | null;
  superOnlyIncomeCents: number | null;
}

const NOT_PROJECTED: RetirementResult = {
  points: null,
  standard: null,
  superOnlyStandard: null,
  onTrack: null,
  incomeCents: null,
  superOnlyIncomeCents: null,
};

export function retirementAdequacy(
  { salaryCents, totalAssetsOwnedCents, insurancePremiumCents, trailingYear }: MemberMonthInput,
  age: number | null,
  growthPercent: number | null,
  figures: FiguresAt,
): RetirementResult {
  if (age === null || salaryCents === null || totalAssetsOwnedCents === null || growthPercent === null) {
    return NOT_PROJECTED;
  }
  const balance = totalAssetsOwnedCents / 100;
  const insurancePremium = (insurancePremiumCents ?? 0) / 100;
  const income = retirementIncome(
    { age, balance, salary: salaryCents / 100, growthPercent, insurancePremium, trailingYear },
    figures,
  );
  if (income === null || figures.standard === null) return NOT_PROJECTED;
  const levels = adequacyLevels(figures.standard, figures.standard.pensionSingle, salaryCents);
  return {
    points: adequacyPoints(income.withPension, levels),
    standard: projectedStandard(income.withPension, levels),
    superOnlyStandard: projectedStandard(income.superOnly, levels),
    onTrack: isOnTrack(income.withPension, levels),
    incomeCents: roundHalfUp(income.withPension * 100),
    superOnlyIncomeCents: roundHalfUp(income.superOnly * 100),
  };
}
