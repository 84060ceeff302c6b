import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { CompareKey } from '../compare/compare';
import { filteredColumns, filterLooks, type Filters } from '../filters/filters';
import { firstOfMonth, quarterEndBefore, type PeriodKey } from '../period/period';
import type { AnalyticsFilter, AnalyticsQuery } from '@superscope/contracts/analytics/query';

/** `employer`: figures as published, of closed months. `staff`: exact ones, the running month included; only for some roles. */
export type Audience = 'employer' | 'staff';

/** Which members every figure of a page is about, and when. */
export interface View {
  planId: string;
  audience: Audience;
  /** Only members who have engaged, online or in a consultation. */
  engaged: boolean;
  /** Only members with some values of what employers know of them. */
  filters: Filters;
  /** The choice that the following days come from: they move on as months close. */
  period: PeriodKey;
  /** First and last day of whole months, yyyy-MM-dd. */
  dateRange: [string, string];
  /** The same of the months in which something has to have happened to count, such as a sign-in. */
  counted: [string, string];
  /** The day from which a change counts, yyyy-MM-dd, in the first of these months. */
  since: string;
  /** What its figures over time are compared with; null: with nothing. */
  compare: CompareKey | null;
}

/** A key of the user's choices, which is the same after a month has closed. */
export const choiceOf = ({ planId, audience, engaged, filters, period, compare }: View): string =>
  JSON.stringify([planId, audience, engaged, filters, period, compare]);

export const MONTH = 'MemberSnapshot.month';
export const COUNT = 'MemberSnapshot.countMembers';
/** 0..100 */
export const SHARE = 'MemberSnapshot.shareOfMembers';

const ofPlan = (planId: string): AnalyticsFilter => ({ member: 'Member.planId', operator: 'equals', values: [planId] });
const membersOf = (view: View): AnalyticsFilter[] => [
  ofPlan(view.planId),
  ...(view.engaged ? [{ member: 'Member.engaged', operator: 'equals', values: ['1'] } as const] : []),
  ...filteredColumns(view.filters).map((column): AnalyticsFilter => ({
    member: filterLooks[column].dimension,
    operator: 'equals',
    values: [...view.filters[column]!],
  })),
];

/** The columns that a view is narrowed by: engaged, and what its members are filtered by. */
export const narrowedBy = (view: View): DimensionName[] =>
  membersOf(view).flatMap((filter) =>
    'member' in filter && filter.member !== 'Member.planId' ? [filter.member as DimensionName] : [],
  );

/** One row for each month of the view's period, and each value of a dimension in it. */
export const monthlyQuery = (
  view: View,
  measures: MeasureName[],
  dimensions: DimensionName[] = [],
): AnalyticsQuery => ({
  measures,
  dimensions,
  filters: membersOf(view),
  timeDimensions: [{ dimension: MONTH, granularity: 'month', dateRange: view.dateRange }],
  order: [[MONTH, 'asc']],
});

/**
 * One row for each value of a dimension, over the period as a whole: for flags that ask whether something happened at
 * least once in it, such as a sign-in.
 */
export const periodQuery = (view: View, measures: MeasureName[], dimensions: DimensionName[]): AnalyticsQuery => ({
  measures,
  dimensions,
  filters: membersOf(view),
  timeDimensions: [{ dimension: MONTH, dateRange: view.counted }],
});

/** One row for each value of the dimensions, at the newest month of the view; a breakdown that divides a plan, at its newest quarter end. */
export function newestQuery(view: View, measures: MeasureName[], dimensions: DimensionName[]): AnalyticsQuery {
  const { audience, dateRange } = view;
  const end = audience === 'employer' ? quarterEndBefore(dateRange[1]) : dateRange[1];
  const newest: [string, string] = [firstOfMonth(end), end];
  return {
    measures,
    dimensions,
    filters: membersOf(view),
    timeDimensions: [{ dimension: MONTH, granularity: 'month', dateRange: newest }],
  };
}

/** The headcount of one month, the running one too: the only figure of it that employers read. */
export const headcountQuery = (planId: string, [first, last]: [string, string]): AnalyticsQuery => ({
  measures: [COUNT],
  filters: [ofPlan(planId)],
  timeDimensions: [{ dimension: MONTH, granularity: 'month', dateRange: [first, last] }],
});

/** Some months, yyyy-MM, by themselves: one row for each, and each value of a dimension in it. */
export const namedMonthsQuery = (
  view: View,
  measures: MeasureName[],
  dimensions: DimensionName[],
  months: readonly string[],
): AnalyticsQuery => ({
  measures,
  dimensions,
  filters: [
    ...membersOf(view),
    { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: months.map((at) => at.replace('-', '')) },
  ],
  timeDimensions: [{ dimension: MONTH, granularity: 'month' }],
  order: [[MONTH, 'asc']],
});

export const MOVED = 'Movement.members';

/** Members by the score band that they were in and the one that they are in, between two months: a filter is on the later one. */
export const movementQuery = (view: View, from: string, to: string): AnalyticsQuery => ({
  measures: [MOVED],
  dimensions: ['Movement.from', 'Movement.to'],
  filters: membersOf(view).map((filter) =>
    'member' in filter ? { ...filter, member: filter.member.replace('Member.', 'Movement.') as DimensionName } : filter,
  ),
  timeDimensions: [{ dimension: 'Movement.month', dateRange: [`${from}-01`, `${to}-01`] }],
});
