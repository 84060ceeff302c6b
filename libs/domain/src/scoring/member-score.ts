import { ageAtMonthEnd, type IsoDate, monthOfFinancialYear } from '../calendar-dates.js';
import { isApproachingCap } from './contributions.js';
import { type FiguresAt, figuresAt, peerAverageCents } from './figures-at.js';
import type { Figures } from './figures.js';
import { investmentApproach } from './investment-approach.js';
import {
  deathCoverNeedCents,
  type InsurancePoints,
  insurancePoints,
  lifeInsurance,
  type LifeInsuranceIndicatorResult,
} from './life-insurance.js';
import * as groups from './member-groups.js';
import type { MemberMonthInput } from './member-month.js';
import { type BeneficiaryNominationType, nominatedBeneficiary } from './nominated-beneficiary.js';
import {
  adequacyLevels,
  adequacyPoints,
  isOnTrack,
  projectedStandard,
  type ProjectedRetirementStandard,
} from './retirement-adequacy.js';
import { retirementIncome } from './retirement-income.js';
import { roundHalfUp, toMillionths } from './rounding.js';
import { type Components, type ScoreBand, scoreBand, scoredAreas, superScoreMillionths } from './super-score.js';

/** One member's month, scored. A flag or label whose inputs are missing is null and counts on neither side of its share. */
export interface MemberScore {
  age: number | null;
  components: Components;
  componentMillionths: Components;
  scoreMillionths: number | null;
  scoreBand: ScoreBand | null;

  beneficiaryNominationType: BeneficiaryNominationType | null;
  expiredBeneficiaryNominated: boolean | null;
  beneficiaryNominationValidated: boolean | null;

  /** The index of an age group counts only members with a balance and this. */
  peerAverageCents: number | null;
  balanceWithinAverage: boolean | null;

  lifeInsuranceIndicatorResult: LifeInsuranceIndicatorResult | null;
  insurancePoints: InsurancePoints | null;
  noLifeInsurance: boolean | null;
  lifeCoverWithinBenchmark: boolean | null;
  potentiallyInadequateLifeInsurance: boolean | null;

  /** The snapshot's own, else that of the holdings. */
  growthExposurePercent: number | null;
  growthExposureAdequated: boolean | null;
  riskProfileAssessmentCompletedAndAligned: boolean | null;
  investmentStrategySuitable: boolean | null;

  projectedRetirementStandardName: ProjectedRetirementStandard | null;
  projectedRetirementStandardSuperOnlyName: ProjectedRetirementStandard | null;
  onTrackOrOnTrackUsingTolerance: boolean | null;
  /** A year, in dollars of the as-at date; rounded for display, comparisons used the exact income. */
  retirementIncomeCents: number | null;
  retirementIncomeSuperOnlyCents: number | null;

  makingVoluntaryContributions: boolean | null;
  approachingConcessionalCap: boolean | null;

  ageGroup: groups.AgeGroup;
  salaryGroup: groups.SalaryGroup;
  balanceGroup: groups.BalanceGroup;
  timeInPlan: groups.TimeInPlan;
  insuranceCoverType: groups.InsuranceCoverType | null;
}

/** Scores one member at a month's end. @param asAt the last day of the month */
export function scoreMember(member: MemberMonthInput, figures: Figures, asAt: IsoDate): MemberScore {
  const known = figuresAt(figures, asAt);
  const age = member.birthMonth === null ? null : ageAtMonthEnd(member.birthMonth, asAt);
  const growthPercent = member.growthExposurePercent ?? member.holdingsGrowthPercent;
  const balanceCents = member.totalAssetsOwnedCents;

  const beneficiary = nominatedBeneficiary(member, asAt);
  const balance = accountBalance(balanceCents, peerAverageCents(known, member.gender, age));
  const need = deathCoverNeedCents(member.salaryCents, age, known.deathNeedMultiples);
  const insurance = insuranceFlags(lifeInsurance(member.deathCoverCents, balanceCents, need), member.deathCoverCents);
  const investment = investmentApproach({ ...member, age, growthPercent }, asAt);
  const retirement = retirementAdequacy(member, age, growthPercent, known);

  const components: Components = {
    nominatedBeneficiary: beneficiary.points,
    accountBalance: balance.points,
    lifeInsurance: insurance.points,
    investmentApproach: investment.points,
    retirementAdequacy: retirement.points,
  };
  const scoreMillionths = superScoreMillionths(components);
  return {
    age,
    components,
    componentMillionths: inMillionths(components),
    scoreMillionths,
    scoreBand: scoreBand(scoreMillionths),
    beneficiaryNominationType: beneficiary.type,
    expiredBeneficiaryNominated: beneficiary.expired,
    beneficiaryNominationValidated: beneficiary.validated,
    ...balance.row,
    ...insurance.row,
    growthExposurePercent: growthPercent,
    growthExposureAdequated: investment.growthExposureAdequated,
    riskProfileAssessmentCompletedAndAligned: investment.assessedAndAligned,
    investmentStrategySuitable: investment.strategySuitable,
    ...retirement.row,
    makingVoluntaryContributions:
      member.trailingYear.monthsWithSnapshot > 0 ? member.trailingYear.madeVoluntaryContribution : null,
    approachingConcessionalCap: isApproachingCap(
      member.concessionalYearToDateCents,
      known.concessionalCapCents,
      monthOfFinancialYear(asAt),
    ),
    ageGroup: groups.ageGroup(age),
    salaryGroup: groups.salaryGroup(member.salaryCents),
    balanceGroup: groups.balanceGroup(balanceCents),
    timeInPlan: groups.timeInPlan(member.joinDate, asAt),
    insuranceCoverType: groups.insuranceCoverType(member),
  };
}

function inMillionths(components: Components): Components {
  const rounded = { ...components };
  for (const area of scoredAreas) {
    const points = components[area];
    rounded[area] = points === null ? null : toMillionths(points);
  }
  return rounded;
}

/** Within average from 80 % of the peer average on. */
function accountBalance(balanceCents: number | null, peerCents: number | null) {
  const comparable = balanceCents !== null && peerCents !== null;
  return {
    points: comparable ? Math.min(1, Math.max(0, balanceCents) / peerCents) : null,
    row: {
      peerAverageCents: peerCents,
      balanceWithinAverage: comparable ? balanceCents * 10 >= peerCents * 8 : null,
    },
  };
}

function insuranceFlags({ points, indicator }: ReturnType<typeof lifeInsurance>, coverCents: number | null) {
  return {
    points,
    row: {
      lifeInsuranceIndicatorResult: indicator,
      insurancePoints: insurancePoints(points),
      noLifeInsurance: coverCents === null ? null : coverCents <= 0,
      lifeCoverWithinBenchmark: indicator === null ? null : indicator === 'On target',
      potentiallyInadequateLifeInsurance:
        indicator === null ? null : indicator === 'None' || indicator === 'Under insured',
    },
  };
}

const NOT_PROJECTED = {
  points: null,
  row: {
    projectedRetirementStandardName: null,
    projectedRetirementStandardSuperOnlyName: null,
    onTrackOrOnTrackUsingTolerance: null,
    retirementIncomeCents: null,
    retirementIncomeSuperOnlyCents: null,
  },
};

function retirementAdequacy(
  { salaryCents, totalAssetsOwnedCents, insurancePremiumCents, trailingYear }: MemberMonthInput,
  age: number | null,
  growthPercent: number | null,
  figures: FiguresAt,
) {
  if (age === null || salaryCents === null || totalAssetsOwnedCents === null || growthPercent === null) {
    return NOT_PROJECTED;
  }
  const salary = salaryCents / 100;
  const balance = totalAssetsOwnedCents / 100;
  const insurancePremium = (insurancePremiumCents ?? 0) / 100;
  const income = retirementIncome({ age, balance, salary, growthPercent, insurancePremium, trailingYear }, figures);
  if (income === null || figures.standard === null) return NOT_PROJECTED;
  const levels = adequacyLevels(figures.standard, figures.standard.pensionSingle, salary);
  const superOnlyLevels = adequacyLevels(figures.standard, 0, salary);
  return {
    points: adequacyPoints(income.withPension, levels),
    row: {
      projectedRetirementStandardName: projectedStandard(income.withPension, levels),
      projectedRetirementStandardSuperOnlyName: projectedStandard(income.superOnly, superOnlyLevels),
      onTrackOrOnTrackUsingTolerance: isOnTrack(income.withPension, levels),
      retirementIncomeCents: roundHalfUp(income.withPension * 100),
      retirementIncomeSuperOnlyCents: roundHalfUp(income.superOnly * 100),
    },
  };
}
