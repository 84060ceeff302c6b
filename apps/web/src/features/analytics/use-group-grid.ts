import { useCallback, useMemo } from 'react';
import { mapLoaded, together, type Loaded } from '../../portal/analytics/loaded';
import { newestQuery, type View } from '../../portal/analytics/figures-view';
import { NO_CELL, type Row } from '../../portal/analytics/result';
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
  const isSplit = split !== undefined && metric.stackable;
  const buildTotals = useCallback(
    (asked: View) => (isSplit ? newestQuery(asked, [metric.name], [group.name]) : build(asked)),
    [isSplit, metric, group, build],
  );
  // The whole of each group is published on its own, also where its parts are not. Without a split this is the same question.
  const whole = useFigures(view, buildTotals);
  const rows = answer.data?.rows;
  const wholes = whole.data?.rows;
  const grid = useMemo(() => {
    if (!rows || !wholes) return undefined;
    const of = (row: Row) => valueOf(row, group);
    const names = ordered(rows.map(of), group);
    const made = gridOf(rows, metric, split ? [split] : [], { head: group.title, names, of }, theme);
    if (!isSplit) return made;
    const totals = names.map((name) => wholes.find((row) => of(row) === name)?.cell(metric.name) ?? NO_CELL);
    return { ...made, totals };
  }, [rows, wholes, metric, group, split, isSplit, theme]);
  return {
    figures: mapLoaded(together(answer, whole), () => grid!),
    refusal: answer.refusal && `${answer.refusal}.`,
  };
}
