import type { IsoDate } from '../calendar-dates.js';
import { accountBalance, growthOf, investmentInput, knownAge, retirementAdequacy } from './area-points.js';
import { isApproachingCap } from './contributions.js';
import { figuresAt, peerAverageCents } from './figures-at.js';
import type { Figures } from './figures.js';
import { investmentApproach } from './investment-approach.js';
import {
  deathCoverNeed,
  type InsurancePoints,
  lifeInsurance,
  type LifeInsuranceIndicatorResult,
} from './life-insurance.js';
import * as groups from './member-groups.js';
import type { MemberMonthInput } from './member-month.js';
import { type BeneficiaryNominationType, nominatedBeneficiary } from './nominated-beneficiary.js';
import type { ProjectedRetirementStandard } from './retirement-adequacy.js';
import { toMillionths } from './rounding.js';
import { type Components, type ScoreBand, scoreBand, superScoreMillionths } from './super-score.js';

/** One member's scored month. A flag or label with missing inputs is null and counts on neither side of its share. */
export interface MemberScore {
  age: number | null;
  components: Components;
  componentMillionths: Components;
  scoreMillionths: number | null;
  scoreBand: ScoreBand | null;

  beneficiaryNominationType: BeneficiaryNominationType | null;
  expiredBeneficiaryNominated: boolean | null;
  beneficiaryNominationValidated: boolean | null;

  /** The index of an age group counts only members with a balance and a peer average. */
  peerAverageCents: number | null;
  balanceWithinAverage: boolean | null;

  lifeInsuranceIndicatorResult: LifeInsuranceIndicatorResult | null;
  insurancePoints: InsurancePoints | null;
  noLifeInsurance: boolean | null;
  lifeCoverWithinBenchmark: boolean | null;
  potentiallyInadequateLifeInsurance: boolean | null;

  /** The snapshot's value, or else that of the holdings. */
  growthExposurePercent: number | null;
  growthExposureAdequated: boolean | null;
  riskProfileAssessmentCompletedAndAligned: boolean | null;
  investmentStrategySuitable: boolean | null;

  projectedRetirementStandardName: ProjectedRetirementStandard | null;
  projectedRetirementStandardSuperOnlyName: ProjectedRetirementStandard | null;
  onTrackOrOnTrackUsingTolerance: boolean | null;
  /** A year's income in cents of the as-at date. Rounded for display; comparisons use the exact income. */
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
  const age = knownAge(member.birthMonth, asAt);
  const growthPercent = growthOf(member);
  const balanceCents = member.totalAssetsOwnedCents;

  const beneficiary = nominatedBeneficiary(member, asAt);
  const peerCents = peerAverageCents(known, member.gender, age);
  const need = deathCoverNeed(member.salaryCents, age, known.deathNeedMultiples);
  const insurance = lifeInsurance(member.deathCoverCents, balanceCents, need);
  const { indicator } = insurance;
  const investment = investmentApproach(investmentInput(member, age, growthPercent), asAt);
  const retirement = retirementAdequacy(member, age, growthPercent, known);

  const components: Components = {
    nominatedBeneficiary: beneficiary.points,
    accountBalance: accountBalance(balanceCents, peerCents),
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
    peerAverageCents: peerCents,
    balanceWithinAverage: isWithinAverage(balanceCents, peerCents),
    lifeInsuranceIndicatorResult: indicator,
    insurancePoints: insurance.insurancePoints,
    noLifeInsurance: member.deathCoverCents === null ? null : member.deathCoverCents <= 0,
    lifeCoverWithinBenchmark: indicator === null ? null : indicator === 'On target',
    potentiallyInadequateLifeInsurance:
      indicator === null ? null : indicator === 'None' || indicator === 'Under insured',
    growthExposurePercent: growthPercent,
    growthExposureAdequated: investment.growthExposureAdequated,
    riskProfileAssessmentCompletedAndAligned: investment.assessedAndAligned,
    investmentStrategySuitable: investment.strategySuitable,
    projectedRetirementStandardName: retirement.standard,
    projectedRetirementStandardSuperOnlyName: retirement.superOnlyStandard,
    onTrackOrOnTrackUsingTolerance: retirement.onTrack,
    retirementIncomeCents: retirement.incomeCents,
    retirementIncomeSuperOnlyCents: retirement.superOnlyIncomeCents,
    makingVoluntaryContributions: member.trailingYear.madeVoluntaryContribution,
    approachingConcessionalCap: isApproachingCap(member.concessionalThisYear, known.concessionalCapCents),
    ageGroup: groups.ageGroup(age),
    salaryGroup: groups.salaryGroup(member.salaryCents),
    balanceGroup: groups.balanceGroup(balanceCents),
    timeInPlan: groups.timeInPlan(member.joinDate, asAt),
    insuranceCoverType: groups.insuranceCoverType(member),
  };
}

const rounded = (points: number | null) => (points === null ? null : toMillionths(points));

const inMillionths = (components: Components): Components => ({
  nominatedBeneficiary: rounded(components.nominatedBeneficiary),
  accountBalance: rounded(components.accountBalance),
  lifeInsurance: rounded(components.lifeInsurance),
  investmentApproach: rounded(components.investmentApproach),
  retirementAdequacy: rounded(components.retirementAdequacy),
});

/** At least 80 % of the peer average. */
const isWithinAverage = (balanceCents: number | null, peerCents: number | null) =>
  balanceCents === null || peerCents === null ? null : balanceCents * 10 >= peerCents * 8;
