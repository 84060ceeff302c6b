import { useMemo } from 'react';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, lookedBackOver, monthlyQuery, type View } from '../../../portal/analytics/figures-view';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import type { Answer, AnswerState } from '../../../portal/analytics/use-figures';
import { usePeriodFlag, type ShareFigures } from '../../../portal/figures/use-share';
import { eachMonth, firstOfMonth, lastOfMonth, monthOf, monthsBefore } from '../../../portal/period/period';
import type { Report } from '../report';
import { changeOf, isChangeWithheld, NO_CELL, series, type Cell, type Change } from '../../../portal/analytics/result';

/** An answer, or null where the server refuses the question of this plan: its figures are not published. */
export function unlessRefused({ refusal, failed, ...answer }: AnswerState): Loaded<Answer | null> {
  return refusal === null ? { ...answer, failed } : { ...answer, data: null, failed: false };
}

export const ASSETS: MeasureName = 'MemberSnapshot.totalAssetsOwned';
export const AVERAGE: MeasureName = 'MemberSnapshot.averageTotalAssetsOwned';
export const AGE: MeasureName = 'MemberSnapshot.averageAge';
export const SALARY: MeasureName = 'MemberSnapshot.averageSalary';

/** The four trends: the same question as the dashboard's. */
export const trendsQuery = (view: View) => monthlyQuery(view, [COUNT, ASSETS, AVERAGE, AGE]);

/** A figure month by month, its newest value and its change. */
export interface Trend {
  cells: Cell[];
  months: string[];
  newest: Cell;
  change: Change | null;
}
export function trendOf({ rows, months }: Pick<Answer, 'rows' | 'months'>, measure: MeasureName): Trend {
  const cells = series(rows, months, measure);
  return { cells, months, newest: cells.at(-1) ?? NO_CELL, change: changeOf(cells) };
}

/** A view whose sign-ins were counted up to the month from which changes are measured; null where the plan has no figures of all their months. */
export function countedBefore(view: View, firstMonth: string | null): View | null {
  const { since, dateRange, counted } = view;
  const months = eachMonth(since, dateRange[1]).length - 1;
  const earlier: View = {
    ...view,
    dateRange: [firstOfMonth(since), lastOfMonth(since)],
    counted: [monthsBefore(counted[0], months), lastOfMonth(since)],
  };
  const isKnown = months > 0 && firstMonth !== null && monthOf(lookedBackOver(earlier)[0]) >= firstMonth;
  return isKnown ? earlier : null;
}

/** Members who signed in within the months up to the period's end, beside those within as many months up to its start. */
export function useLoggedIn({ view, plan }: Report): Loaded<ShareFigures> {
  const before = useMemo(() => countedBefore(view, plan.firstMonth), [view, plan.firstMonth]);
  const both = together(usePeriodFlag(view, 'loggedInMember'), usePeriodFlag(before ?? view, 'loggedInMember'));
  return mapLoaded(both, ([now, then]) => {
    if (before === null || now.lookBack !== then.lookBack) return now;
    const ends = [then.newest.share, now.newest.share];
    return {
      ...now,
      monthly: [then.newest, now.newest],
      change: changeOf(ends),
      changeWithheld: isChangeWithheld(ends),
    };
  });
}

export const isTold = ({ value }: Cell) => value !== null;

/** Plans of fewer members publish nothing by gender, age, salary or state. */
export const LEAST_DIVIDED = 30;
/** Whether a plan of so many members is not divided at all. */
export const isTooSmall = ({ value }: Cell) => value === null || value < LEAST_DIVIDED;
/** Plans of fewer members have an edition of their own: most of the usual pages would say only what is not published. */
export const SMALL_UNDER = 60;
