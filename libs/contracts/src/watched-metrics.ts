import { withinWords } from './analytics/look-back.js';
import type { DimensionName, MeasureName } from './analytics/names.js';
import { areaFigures } from './scored-areas.js';
import type { ScoredArea } from './super-score.js';

/** A metric's unit, and the range of its thresholds. */
export const watchUnits = {
  stars: { of: 'stars, 0 to 5', least: 0, most: 5 },
  points: { of: 'points, 0 to 1', least: 0, most: 1 },
  percent: { of: 'percent', least: 0, most: 100 },
  dollars: { of: 'dollars', least: 0, most: 1_000_000_000_000 },
  members: { of: 'members', least: 0, most: 100_000_000 },
  years: { of: 'years', least: 0, most: 120 },
} as const;
export type WatchUnit = keyof typeof watchUnits;

export interface WatchedMetric {
  key: string;
  name: string;
  unit: WatchUnit;
  /** A measure of the whole plan; or, with a dimension, the share of members with one of its values. */
  figure: { measure: MeasureName } | { dimension: DimensionName; value: string };
  /** Nearer to a watch's value than its margin, the figure is on no clear side of it. */
  needsMargin?: true;
}

const areaNames: Record<ScoredArea, { score: string; concern: string }> = {
  nominatedBeneficiary: { score: 'Nominated beneficiary score', concern: 'No nominated beneficiary' },
  accountBalance: { score: 'Account balance score', concern: 'Low account balance' },
  lifeInsurance: { score: 'Life insurance score', concern: 'Inadequate life insurance' },
  investmentApproach: { score: 'Investment approach score', concern: 'Unsuitable investment' },
  retirementAdequacy: { score: 'Retirement adequacy score', concern: 'Below Modest in retirement' },
};

const flag = (key: string, name: string): WatchedMetric => ({
  key,
  name,
  unit: 'percent',
  figure: { dimension: `Member.${key}` as DimensionName, value: 'Yes' },
});

/** The figures that a reader can watch. All of them are published by month for a whole plan. */
export const watchedMetrics: readonly WatchedMetric[] = [
  { key: 'superScore', name: 'Plan SuperScore', unit: 'stars', figure: { measure: 'SuperScore.averageSuperScore' } },
  ...areaFigures.map(({ key, points }): WatchedMetric => ({
    key: `${key}Score`,
    name: areaNames[key].score,
    unit: 'points',
    figure: { measure: points },
  })),
  ...areaFigures.map(({ key, dimension, value }): WatchedMetric => ({
    key: `${key}Concern`,
    name: areaNames[key].concern,
    unit: 'percent',
    figure: { dimension, value },
  })),
  { key: 'members', name: 'Members', unit: 'members', figure: { measure: 'MemberSnapshot.countMembers' } },
  {
    key: 'averageBalance',
    name: 'Average total assets owned',
    unit: 'dollars',
    figure: { measure: 'MemberSnapshot.averageTotalAssetsOwned' },
  },
  {
    key: 'totalBalance',
    name: 'Total assets owned',
    unit: 'dollars',
    figure: { measure: 'MemberSnapshot.totalAssetsOwned' },
  },
  {
    key: 'averageAge',
    name: 'Average age',
    unit: 'years',
    figure: { measure: 'MemberSnapshot.averageAge' },
    // Exact in plans of one payroll, where readers expect a notice at the value itself. In others it has noise and a margin.
    needsMargin: true,
  },
  flag('loggedInMember', `Signed in ${withinWords(1)}`),
  flag('contactRequested', `Contact requested ${withinWords(1)}`),
  flag('makingVoluntaryContributions', 'Making voluntary contributions'),
  flag('approachingConcessionalCap', 'Approaching concessional cap'),
  flag('consolidationVerified', 'Consolidation verified'),
  flag('mobileNumberProvided', 'Mobile number provided'),
  flag('emailAddressProvided', 'Email address provided'),
  flag('taxFileNumberProvided', 'Tax file number provided'),
  flag('riskProfileAssessmentCompleted', 'Risk profile completed'),
  flag('insuranceIndicatorCompleted', 'Insurance indicator completed'),
];

export const watchedMetric = (key: string): WatchedMetric | undefined =>
  watchedMetrics.find((metric) => metric.key === key);
