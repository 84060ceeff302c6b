import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { ScoredArea } from '@superscope/contracts/super-score';

export interface Area {
  key: ScoredArea;
  /** As the SuperScore calls it. */
  name: string;
  /** What its card counts: members who may need help. */
  concern: string;
  points: MeasureName;
  dimension: DimensionName;
  value: string;
}

/** The five scored areas in the order of their cards. */
export const areas: Area[] = [
  {
    key: 'nominatedBeneficiary',
    name: 'Nominated beneficiary',
    concern: 'No nominated beneficiary',
    points: 'SuperScore.averageBeneficiaryPoints',
    dimension: 'Member.beneficiaryNominationType',
    value: 'None',
  },
  {
    key: 'accountBalance',
    name: 'Account balance',
    concern: 'Low account balance',
    points: 'SuperScore.averageAccountBalancePoints',
    dimension: 'Member.balanceWithinAverage',
    value: 'No',
  },
  {
    key: 'lifeInsurance',
    name: 'Life insurance',
    concern: 'Inadequate life insurance',
    points: 'SuperScore.averageInsurancePoints',
    dimension: 'Member.potentiallyInadequateLifeInsurance',
    value: 'Yes',
  },
  {
    key: 'investmentApproach',
    name: 'Investment approach',
    concern: 'Unsuitable investment',
    points: 'SuperScore.averageInvestmentPoints',
    dimension: 'Member.investmentStrategySuitable',
    value: 'No',
  },
  {
    key: 'retirementAdequacy',
    name: 'Retirement adequacy',
    concern: 'Below Modest in retirement',
    points: 'SuperScore.averageRetirementAdequacyPoints',
    dimension: 'Member.projectedRetirementStandardName',
    value: 'Inadequate',
  },
];

/** Share of members above which an area's card warns, in percent. */
export const ATTENTION_SHARE = 45;
/** Points (of 1) under which an area's score is flagged. */
export const ATTENTION_SCORE = 0.5;
/** Stars that every plan should reach. */
export const AIM = 3;
