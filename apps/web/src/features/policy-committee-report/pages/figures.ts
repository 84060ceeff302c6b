import type { MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, monthlyQuery, type View } from '../../../portal/analytics/figures-view';
import type { Loaded } from '../../../portal/analytics/loaded';
import type { Answer, AnswerState } from '../../../portal/analytics/use-figures';
import { changeOf, NO_CELL, series, type Cell, type Change } from '../../../portal/analytics/result';

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

export const isTold = ({ value }: Cell) => value !== null;

/** Plans of fewer members publish nothing by gender, age, salary or state. */
const LEAST_DIVIDED = 30;
/** Whether a plan of so many members is not divided at all. */
export const isTooSmall = ({ value }: Cell) => value === null || value < LEAST_DIVIDED;
