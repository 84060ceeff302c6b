import { useCallback, useMemo } from 'react';
import { mapLoaded, type Loaded } from '../../portal/analytics/loaded';
import { newestQuery, type View } from '../../portal/analytics/figures-view';
import { useFigures } from '../../portal/analytics/use-figures';
import { useShownTheme } from '../../ui/theme';
import type { Chosen, Dimension } from './catalogue';
import { eventsOfPeriod, isEvent } from './event-metrics';
import { gridOf, ordered, valueOf, type Grid } from './grid';

export interface GroupGrid {
  figures: Loaded<Grid>;
  refusal: string | null;
}

/**
 * The metric by a column of its own, and by the first of the chosen dimensions, of the newest published month; what happened, of the whole
 * period.
 */
export function useGroupGrid(
  view: View,
  { metric }: Chosen,
  group: Dimension,
  split: Dimension | undefined,
): GroupGrid {
  const theme = useShownTheme();
  const build = useCallback(
    (asked: View) =>
      isEvent(metric)
        ? eventsOfPeriod(asked, metric, [group])
        : newestQuery(asked, [metric.name], split ? [group.name, split.name] : [group.name]),
    [metric, group, split],
  );
  const answer = useFigures(view, build);
  const rows = answer.data?.rows;
  const grid = useMemo(
    () =>
      rows &&
      gridOf(
        rows,
        metric,
        split ? [split] : [],
        {
          head: group.title,
          names: ordered(
            rows.map((row) => valueOf(row, group)),
            group,
          ),
          of: (row) => valueOf(row, group),
        },
        theme,
      ),
    [rows, metric, group, split, theme],
  );
  return { figures: mapLoaded(answer, () => grid!), refusal: answer.refusal && `${answer.refusal}.` };
}
