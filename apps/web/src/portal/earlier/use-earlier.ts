import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { useMemo } from 'react';
import type { Loaded, Progress } from '../analytics/loaded';
import type { View } from '../analytics/figures-view';
import { useFigures, type Answer, type Span } from '../analytics/use-figures';
import { isNarrowed } from '../filters/filters';
import { earlierRange, monthEarlier, monthsEarlier, type CompareKey } from '../compare/compare';

/** The earlier figures that those of a period are compared with. */
export interface Earlier<T> extends Loaded<T> {
  key: CompareKey;
}
export type EarlierAnswer = Earlier<Answer>;

/** Whether a view's figures are published for quarter ends only. */
const isByQuarter = (view: View): boolean => view.audience === 'employer' && isNarrowed(view);

/**
 * The answer to the same question about the months that the view is compared with; null without a comparison. Its
 * months correspond to those of `base` one by one. `quarterEnds`: only quarter ends are published for this question.
 */
export function useEarlier(
  view: View,
  build: (view: View) => AnalyticsQuery,
  base: Span | undefined,
  quarterEnds = isByQuarter(view),
): EarlierAnswer | null {
  const { compare: key, dateRange } = view;
  const asked = useMemo(() => {
    const range = key && earlierRange({ key, dateRange, quarterEnds });
    return range ? { ...view, dateRange: range } : null;
  }, [view, key, dateRange, quarterEnds]);
  // Without a comparison this is the same query as that of the figures themselves, which is cached and sent once.
  const { data, ...progress } = useFigures(asked ?? view, build);
  const answer = useMemo<Answer | undefined>(() => {
    // Both answers must be of the current view: the months of different periods do not correspond.
    if (!key || !data || !base || data.of !== asked || base.of !== view) return undefined;
    const by = monthsEarlier({ key, dateRange, quarterEnds });
    return { ...data, months: base.months.map((month) => monthEarlier(month, by)) };
  }, [key, data, base, asked, view, dateRange, quarterEnds]);
  return useMemo(
    () => (key === null || asked === null ? null : { ...(progress as Progress), key, data: answer }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `progress` is a new object on every render; its parts are listed.
    [key, asked, answer, progress.updates, progress.refreshing, progress.failed, progress.reference, progress.retry],
  );
}

export const mapEarlier = <T, R>(earlier: Earlier<T> | null, make: (data: T) => R): Earlier<R> | null =>
  earlier && { ...earlier, data: earlier.data === undefined ? undefined : make(earlier.data) };

/** Marks figures as refreshing while their comparison is loading. */
export const busyWith = <T>(figures: Loaded<T>, earlier: Progress | null): Loaded<T> => ({
  ...figures,
  refreshing: figures.refreshing || (earlier?.refreshing ?? false),
  updates: (figures.updates ?? 0) + (earlier?.updates ?? 0),
});
