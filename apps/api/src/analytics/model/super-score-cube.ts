import { category, column } from './dimensions.js';
import { average, averageDollars, countWhere } from './measures.js';
import type { Dimension, Measure } from './member.js';

const millionths = 1_000_000;

export const superScoreDimensions: readonly Dimension[] = [
  column('SuperScore.planId', { use: 'plan', sql: 'plan_id' }),
  column('SuperScore.scoreBand', {
    use: 'group',
    sql: "multiIf(score IS NULL, 'Unknown', score < 1000000, '0-1', score < 2000000, '1-2', score < 3000000, '2-3', score < 4000000, '3-4', '4-5')",
    known: 'score IS NOT NULL',
  }),
  category('SuperScore.projectedRetirementStandardName', 'projected_retirement_standard', 'subject'),
  category(
    'SuperScore.projectedRetirementStandardSuperOnlyName',
    'projected_retirement_standard_super_only',
    'subject',
  ),
];

/** Scores are stored in millionths: the SuperScore of 0..5, its components of 0..1. */
export const superScoreMeasures: readonly Measure[] = [
  average('SuperScore.averageSuperScore', 'score', millionths),
  average('SuperScore.averageBeneficiaryPoints', 'beneficiary_points', millionths),
  average('SuperScore.averageAccountBalancePoints', 'account_balance_points', millionths),
  average('SuperScore.averageInsurancePoints', 'insurance_points_score', millionths),
  average('SuperScore.averageInvestmentPoints', 'investment_points', millionths),
  average('SuperScore.averageRetirementAdequacyPoints', 'retirement_adequacy_points', millionths),
  countWhere('SuperScore.scoredMembers', 'known_score', 'score IS NOT NULL'),
  averageDollars('SuperScore.averageProjectedRetirementIncome', 'retirement_income_cents'),
];
