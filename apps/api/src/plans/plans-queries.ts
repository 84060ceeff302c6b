import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { areaFigures, type AreaFigures } from '@superscope/contracts/scored-areas';
import type { Compared } from './plan-summary.js';

export const planColumn: DimensionName = 'Member.planId';
/** yyyyMM */
export const monthName: DimensionName = 'MemberSnapshot.atYearMonth';
export const countMeasure: MeasureName = 'MemberSnapshot.countMembers';
export const scoreMeasure: MeasureName = 'SuperScore.averageSuperScore';
export const shareMeasure: MeasureName = 'MemberSnapshot.shareOfMembers';

const ofPlans = (planIds: readonly string[]) =>
  ({ member: planColumn, operator: 'equals', values: [...planIds] }) as const;
const atMonths = (...months: string[]) =>
  ({ member: monthName, operator: 'equals', values: months.map((month) => month.replace('-', '')) }) as const;

/** Headcount and scores of each plan, at its newest closed month and at the month with which it is compared. */
export const scoreQuery = (planIds: readonly string[], { newest, base }: Compared): AnalyticsQuery => ({
  measures: [countMeasure, scoreMeasure, ...areaFigures.map(({ points }) => points)],
  dimensions: [planColumn, monthName],
  filters: [ofPlans(planIds), atMonths(...new Set([newest, base]))],
});

/** The share of members of each plan who may need help in an area. */
export const shareQuery = (planIds: readonly string[], month: string, { dimension }: AreaFigures): AnalyticsQuery => ({
  measures: [shareMeasure],
  dimensions: [planColumn, dimension],
  filters: [ofPlans(planIds), atMonths(month)],
});
