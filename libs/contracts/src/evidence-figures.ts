import { shiftMonth } from '@superscope/domain/calendar-dates';
import { withinWords } from './analytics/look-back.js';
import type { AnalyticsQuery } from './analytics/query.js';
import type { MemberFlag } from './analytics/member-names.js';
import type { DimensionName, MeasureName } from './analytics/names.js';
import { areaFigures } from './scored-areas.js';
import type { ScoredArea } from './super-score.js';

/** A figure of the document of evidence. */
export interface EvidenceFigure {
  name: string;
  measure: MeasureName;
  unit: 'score' | 'members' | 'dollars' | 'years' | 'share';
  /** Of the members with this value of a dimension; of all members without it. */
  of?: { dimension: DimensionName; value: string };
  /** For something that happens: counted within so many months up to the figures' day. */
  months?: 12;
}

const count = 'MemberSnapshot.countMembers';
const share = 'MemberSnapshot.shareOfMembers';

const concerns: Record<ScoredArea, string> = {
  nominatedBeneficiary: 'No nominated beneficiary',
  accountBalance: 'Low account balance',
  lifeInsurance: 'Inadequate life insurance',
  investmentApproach: 'Unsuitable investment',
  retirementAdequacy: 'Below Modest in retirement',
};

/** Of the members to whom it happened. */
const happened = (flag: MemberFlag) =>
  ({ measure: share, unit: 'share', of: { dimension: `Member.${flag}`, value: 'Yes' } }) as const;

/** The figures of the document, in the order of the dashboard. A share stands with the number of its members. */
export const evidenceFigures: readonly EvidenceFigure[] = [
  { name: 'Plan SuperScore, of 5', measure: 'SuperScore.averageSuperScore', unit: 'score' },
  { name: 'Members', measure: count, unit: 'members' },
  { name: 'Total assets owned', measure: 'MemberSnapshot.totalAssetsOwned', unit: 'dollars' },
  { name: 'Average total assets owned', measure: 'MemberSnapshot.averageTotalAssetsOwned', unit: 'dollars' },
  { name: 'Average age', measure: 'MemberSnapshot.averageAge', unit: 'years' },
  ...areaFigures.map(({ key, dimension, value }): EvidenceFigure => ({
    name: concerns[key],
    measure: share,
    unit: 'share',
    of: { dimension, value },
  })),
  { name: `Signed in ${withinWords(12)}`, ...happened('loggedInMember'), months: 12 },
  { name: `Contact requested ${withinWords(12)}`, ...happened('contactRequested'), months: 12 },
  { name: 'Consolidation verified within 24 months', ...happened('consolidationVerified') },
];

/** The question of a figure in a month (yyyy-MM) whose last day is `end` (yyyy-MM-dd). */
export const evidenceQuestion = (
  { measure, of, months }: EvidenceFigure,
  planId: string,
  month: string,
  end: string,
): AnalyticsQuery => ({
  measures: of === undefined ? [measure] : [count, measure],
  ...(of && { dimensions: [of.dimension] }),
  filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', dateRange: [`${shiftMonth(month, 1 - (months ?? 1))}-01`, end] },
  ],
});
