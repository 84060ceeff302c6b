import type { DimensionName, MeasureName } from './analytics/names.js';
import type { ScoredArea } from './super-score.js';

export interface AreaFigures {
  key: ScoredArea;
  /** The area's average score. */
  points: MeasureName;
  /** Who may need help in it: the members with this value of this dimension. */
  dimension: DimensionName;
  value: string;
}

/** What the five scored areas are made of, in the order of their cards. */
export const areaFigures: readonly AreaFigures[] = [
  {
    key: 'nominatedBeneficiary',
    points: 'SuperScore.averageBeneficiaryPoints',
    dimension: 'Member.beneficiaryNominationType',
    value: 'None',
  },
  {
    key: 'accountBalance',
    points: 'SuperScore.averageAccountBalancePoints',
    dimension: 'Member.balanceWithinAverage',
    value: 'No',
  },
  {
    key: 'lifeInsurance',
    points: 'SuperScore.averageInsurancePoints',
    dimension: 'Member.potentiallyInadequateLifeInsurance',
    value: 'Yes',
  },
  {
    key: 'investmentApproach',
    points: 'SuperScore.averageInvestmentPoints',
    dimension: 'Member.investmentStrategySuitable',
    value: 'No',
  },
  {
    key: 'retirementAdequacy',
    points: 'SuperScore.averageRetirementAdequacyPoints',
    dimension: 'Member.projectedRetirementStandardName',
    value: 'Inadequate',
  },
];

/** Share of members above which an area needs attention, in percent. */
export const attentionShare = 45;
/** Points (of 1) under which an area's score needs attention. */
export const attentionScore = 0.5;
