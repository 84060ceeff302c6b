import type { Audience } from '@superscope/contracts/analytics/audience-header';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { CompareKey } from '../compare/compare';
import { filteredColumns, filterLooks, type Filters } from '../filters/filters';
import { eachMonth, firstOfMonth, monthsBefore, quarterEndBefore, type PeriodKey } from '../period/period';
import { lookBackOf, type LookBack } from '@superscope/contracts/analytics/look-back';
import type { AnalyticsFilter, AnalyticsQuery } from '@superscope/contracts/analytics/query';

/** The members and the months that every figure of a page covers. */
export interface View {
  planId: string;
  audience: Audience;
  /** Whether its salaries are public. Where they are not, employers read salary groups of the whole plan only. */
  onePayroll: boolean;
  /** Only members who have engaged, online or in a consultation. */
  engaged: boolean;
  /** Only members with these values, column by column. */
  filters: Filters;
  /** The user's choice, from which the days below follow. They move on as months close. */
  period: PeriodKey;
  /** First and last day of whole months, yyyy-MM-dd. */
  dateRange: [string, string];
  /** First and last day of the months in which an event, such as a sign-in, counts; yyyy-MM-dd. */
  counted: [string, string];
  /** The day from which changes are measured, yyyy-MM-dd. */
  since: string;
  /** What figures over time are compared with; null without a comparison. */
  compare: CompareKey | null;
}

/** A key of the user's choices. It stays the same when a month closes. */
export const choiceOf = ({ planId, audience, engaged, filters, period, compare }: View): string =>
  JSON.stringify([planId, audience, engaged, filters, period, compare]);

const MONTH = 'MemberSnapshot.month';
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

/** The columns that a view filters by, including `engaged`. */
export const narrowedBy = (view: View): DimensionName[] =>
  membersOf(view).flatMap((filter) =>
    'member' in filter && filter.member !== 'Member.planId' ? [filter.member as DimensionName] : [],
  );

/** One row for each month of the view's period and each value of the dimensions. */
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
 * The months up to the end of the view's period over which something that happens, such as a sign-in, is counted. Employers read no other
 * lengths; exact figures are asked for the same ones, so that the two can be compared.
 */
export const lookBackOfView = (view: View): LookBack =>
  lookBackOf(eachMonth(...view.counted).length, view.audience === 'employer' && narrowedBy(view).length > 0);

/** First and last day of these months. */
export const lookedBackOver = (view: View): [string, string] => {
  const [, end] = view.counted;
  return [monthsBefore(firstOfMonth(end), lookBackOfView(view) - 1), end];
};

/** One row for each value of a dimension: for flags that ask whether something happened at least once, such as a sign-in. */
export const periodQuery = (view: View, measures: MeasureName[], dimensions: DimensionName[]): AnalyticsQuery => ({
  measures,
  dimensions,
  filters: membersOf(view),
  timeDimensions: [{ dimension: MONTH, dateRange: lookedBackOver(view) }],
});

/**
 * One row for each value of the dimensions in the newest month of the view. For employers it is the newest quarter end, because
 * breakdowns that divide a plan are published for quarter ends only.
 */
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

/** The headcount of one month. It is the only figure of the running month that employers may read. */
export const headcountQuery = (planId: string, [first, last]: [string, string]): AnalyticsQuery => ({
  measures: [COUNT],
  filters: [ofPlan(planId)],
  timeDimensions: [{ dimension: MONTH, granularity: 'month', dateRange: [first, last] }],
});

/** One row for each of the given months (yyyy-MM) and each value of the dimensions. */
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

/** The number of members by their score bands in the months `from` and `to` (yyyy-MM). Filters apply to the later month. */
export const movementQuery = (view: View, from: string, to: string): AnalyticsQuery => ({
  measures: [MOVED],
  dimensions: ['Movement.from', 'Movement.to'],
  filters: membersOf(view).map((filter) =>
    'member' in filter ? { ...filter, member: filter.member.replace('Member.', 'Movement.') as DimensionName } : filter,
  ),
  timeDimensions: [{ dimension: 'Movement.month', dateRange: [`${from}-01`, `${to}-01`] }],
});
