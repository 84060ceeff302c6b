import { useCallback, useMemo } from 'react';
import { useLoadQuery } from '../analytics/analytics.api';
import type { Loaded } from '../analytics/loaded';
import { COUNT, headcountQuery, monthlyQuery, type View } from '../analytics/figures-view';
import { NO_CELL, readRows, series, type Cell } from '../analytics/result';
import { useFigures, type Answer, type Span } from '../analytics/use-figures';
import { useMade } from './use-share';
import { lastOfMonth, quarterEndBefore } from '../period/period';
import { isNarrowed } from '../filters/filters';

export interface Headcount extends Span {
  /** Month by month. */
  monthly: Cell[];
  newest: Cell;
}

const counts = (view: View) => monthlyQuery(view, [COUNT]);

/** The number of members in a view at the end of each of its months. `refusal`: why it is not published at all. */
export function useHeadcount(view: View): Loaded<Headcount> & { refusal: string | null } {
  const figures = useFigures(view, counts);
  const make = useCallback(({ rows, ...span }: Answer): Headcount => {
    const monthly = series(rows, span.months, COUNT);
    return { ...span, monthly, newest: monthly.at(-1) ?? NO_CELL };
  }, []);
  return { ...useMade(figures, make), refusal: figures.refusal };
}

/** Smaller plans have no figures by age group or another public column. */
const LEAST_FOR_GROUPS = 30;

/** Whether a plan of so many members has figures of its groups. */
export const hasGroups = (headcount: Cell | undefined): boolean => (headcount?.value ?? 0) >= LEAST_FOR_GROUPS;

const newestDay = (view: View) =>
  view.audience === 'employer' && isNarrowed(view)
    ? quarterEndBefore(view.dateRange[1])
    : lastOfMonth(view.dateRange[1]);

/** How many members the whole plan had in the newest month of a view; undefined until it is known. */
export function useWholeHeadcount(view: View | null): Cell | undefined {
  const newest = view === null ? '' : newestDay(view);
  const planId = view?.planId ?? '';
  const audience = view?.audience ?? 'employer';
  const query = useMemo(() => headcountQuery(planId, [`${newest.slice(0, 7)}-01`, newest]), [planId, newest]);
  const { currentData } = useLoadQuery({ planId, audience, query }, { skip: view === null });
  return useMemo(() => {
    const row = currentData && readRows(currentData).find(({ month }) => month === newest.slice(0, 7));
    return currentData && (row?.cell(COUNT) ?? NO_CELL);
  }, [currentData, newest]);
}
