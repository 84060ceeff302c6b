import { column, secretDimension } from './dimensions.js';
import { average, averageDollars, countWhere, percentWhere } from './measures.js';
import type { Dimension, Measure } from './cube-member.js';
import { scoreOf, sizeDollars, type PublishedAs } from './published-as.js';
import type { SecretColumn } from './secret-column.js';
import { categories, isKnown, knownLabels } from './secret-columns.js';

const millionths = 1_000_000;
const stars = 5 * millionths;

export const superScoreDimensions: readonly Dimension[] = [
  column('SuperScore.planId', { use: 'plan', sql: 'plan_id' }),
  secretDimension('SuperScore.scoreBand', categories.scoreBand),
  secretDimension('SuperScore.projectedRetirementStandardName', categories.standard),
  secretDimension('SuperScore.projectedRetirementStandardSuperOnlyName', categories.standardSuperOnly),
];

const points = (name: string, column: string, label: string, known?: string): Measure =>
  average(`SuperScore.average${name}Points`, column, millionths, {
    as: 'average',
    key: column,
    amounts: column,
    of: scoreOf(label, millionths, known),
  });

/** Score bands below 3 stars, which is the score to aim for. */
export const underAim: SecretColumn = {
  ...categories.scoreBand,
  rows: [
    { wire: '1|Yes', places: [0, 1, 2] },
    { wire: '2|No', places: [3, 4] },
    { wire: null, places: [5] },
  ],
};
const ofUnderAim = { key: 'band', column: underAim, wire: '1|Yes' } as const;
const isUnderAim = '(score IS NOT NULL AND score < 3000000)';

/** A member's nomination points depend only on the nomination's value, so they follow from the published values. */
const beneficiaryPoints: PublishedAs = {
  as: 'points',
  key: 'nomination',
  column: categories.nomination,
  points: [1, 0.6, 0.4, 0],
};

/** Scores are stored in millionths: the SuperScore from 0 to 5, its components from 0 to 1. */
export const superScoreMeasures: readonly Measure[] = [
  average('SuperScore.averageSuperScore', 'score', millionths, {
    as: 'average',
    key: 'score',
    amounts: 'score',
    of: scoreOf('superScore', stars, knownLabels.score),
  }),
  average('SuperScore.averageBeneficiaryPoints', 'beneficiary_points', millionths, beneficiaryPoints),
  points('AccountBalance', 'account_balance_points', 'accountBalancePoints', knownLabels.benchmark),
  points('Insurance', 'insurance_points_score', 'insurancePoints', knownLabels.lifeInsurance),
  points('Investment', 'investment_points', 'investmentPoints', 'known:investmentSuitable'),
  points('RetirementAdequacy', 'retirement_adequacy_points', 'retirementPoints', knownLabels.projection),
  countWhere('SuperScore.scoredMembers', 'known_score', 'score IS NOT NULL', {
    as: 'count',
    key: 'scored',
    column: isKnown.score,
    wire: '1|Yes',
  }),
  countWhere('SuperScore.membersUnderAim', 'under_aim', isUnderAim, { as: 'count', ...ofUnderAim }),
  percentWhere('SuperScore.shareUnderAim', 'under_aim', isUnderAim, 'score IS NOT NULL', {
    as: 'percent',
    ...ofUnderAim,
  }),
  averageDollars('SuperScore.averageProjectedRetirementIncome', 'retirement_income_cents', {
    as: 'average',
    key: 'retirement_income',
    amounts: 'retirement_income_factored_cents',
    of: sizeDollars('retirementIncome', knownLabels.projection),
  }),
];
