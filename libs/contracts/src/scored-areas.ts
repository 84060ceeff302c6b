import type { DimensionName, MeasureName } from './analytics/names.js';
import type { ScoredArea } from './super-score.js';

export interface AreaFigures {
  key: ScoredArea;
  /** The area's average score. */
  points: MeasureName;
  /** Members who may need help in the area are those with this value of this dimension. */
  dimension: DimensionName;
  value: string;
}

/** The figures of the five scored areas, in the order of their cards. */
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

/** An area needs attention if the share of its members who may need help is above this percentage. */
export const attentionShare = 45;
/** An area needs attention if its score is below this many points (of 1). */
export const attentionScore = 0.5;
