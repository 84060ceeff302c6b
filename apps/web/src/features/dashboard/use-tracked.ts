import type { Plan } from '@superscope/contracts/plan';
import { useMemo } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import { mapLoaded, together, type Loaded } from '../../portal/analytics/loaded';
import { series } from '../../portal/analytics/result';
import { noFilters } from '../../portal/filters/filters';
import { areas } from '../../portal/figures/scored-areas';
import { SCORE, useScores } from '../../portal/figures/use-scores';
import { useMonthlyShare } from '../../portal/figures/use-share';
import { eachMonth, firstOfMonth, lastOfMonth, monthOf, monthsBefore } from '../../portal/period/period';
import { LEAST_MONTHS, type Tracked } from './what-changed';

/** Long enough for the longest run that a line shows, and for the change over a year. */
const MONTHS_BACK = 24;
const SCORE_KEY = 'superScore';

export interface TrackedFigures {
  /** yyyy-MM, oldest first. */
  months: string[];
  figures: Tracked[];
}

const newestOf = ({ lastMonth, closedMonth }: Plan, audience: View['audience']) =>
  audience === 'staff' ? lastMonth : closedMonth;

/** Whether a plan has months enough to compare. Without them nothing is asked for. */
export function hasMonthsToCompare(plan: Plan, { audience }: Pick<View, 'audience'>): boolean {
  const newest = newestOf(plan, audience);
  return plan.firstMonth !== null && newest !== null && eachMonth(plan.firstMonth, newest).length >= LEAST_MONTHS;
}

/** The whole plan over the last two years, whatever the page's period and filters are. */
function useTrackedView(view: View, plan: Plan): View {
  const { firstMonth } = plan;
  const newest = newestOf(plan, view.audience) ?? monthOf(view.dateRange[1]);
  return useMemo(() => {
    const end = lastOfMonth(`${newest}-01`);
    const back = monthsBefore(firstOfMonth(end), MONTHS_BACK);
    const start = firstMonth !== null && `${firstMonth}-01` > back ? `${firstMonth}-01` : back;
    const whole = { engaged: false, filters: noFilters, compare: null };
    return { ...view, ...whole, dateRange: [start, end], counted: [start, end], since: lastOfMonth(start) };
  }, [view, newest, firstMonth]);
}

/** The score and the shares of the five areas at month ends. They are asked for with the page's other figures, in one request. */
export function useTracked(view: View, plan: Plan): Loaded<TrackedFigures> {
  const tracked = useTrackedView(view, plan);
  const shares = together(
    useMonthlyShare(tracked, areas[0]!.dimension, areas[0]!.value),
    useMonthlyShare(tracked, areas[1]!.dimension, areas[1]!.value),
    useMonthlyShare(tracked, areas[2]!.dimension, areas[2]!.value),
    useMonthlyShare(tracked, areas[3]!.dimension, areas[3]!.value),
    useMonthlyShare(tracked, areas[4]!.dimension, areas[4]!.value),
  );
  return mapLoaded(together(useScores(tracked), shares), ([{ rows, months }, ofAreas]) => ({
    months,
    figures: [
      ...areas.map(({ key }, i): Tracked => ({
        key,
        cells: ofAreas[i]!.monthly.map(({ share }) => share),
        good: 'down',
        scale: 100,
      })),
      { key: SCORE_KEY, cells: series(rows, months, SCORE), good: 'up', scale: 5 },
    ],
  }));
}
