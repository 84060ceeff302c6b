import type { DimensionName, MemberFlag } from '@superscope/contracts/analytics/names';
import { useCallback, useMemo } from 'react';
import { monthlyQuery, periodQuery, type View } from '../../app/analytics/query';
import { monthlyShares, NO_SHARE, pointsChange, shareOf, type Share } from '../../app/analytics/share';
import { useFigures, type FiguresState, type Progress } from '../../app/analytics/use-figures';

const COUNT = 'MemberSnapshot.countMembers';

export interface FlagState extends Progress, Pick<FiguresState, 'months'> {
  /** Undefined until the first answer. */
  share: Share | undefined;
  /** Month by month. */
  shares: Share[];
  /** Of the share, in percentage points; null where it is not exact. */
  points: number | null;
  /** Of the count, in percent. */
  percent: number | null;
}

/** A yes/no property at the end of every month of the period. */
export function useMonthlyFlag(view: View, flag: MemberFlag): FlagState {
  const dimension: DimensionName = `Member.${flag}`;
  const build = useCallback((of: View) => monthlyQuery(of, [COUNT], [dimension]), [dimension]);
  const { rows, months, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(() => {
    const shares = rows ? monthlyShares(rows, months, dimension, 'Yes') : [];
    const [from, to] = [shares[0]?.count.value ?? null, shares.at(-1)?.count.value ?? null];
    return {
      shares,
      share: rows && (shares.at(-1) ?? NO_SHARE),
      points: pointsChange(shares),
      percent: from && to !== null ? ((to - from) / from) * 100 : null,
      months,
      refreshing,
      failed,
      reference,
      retry,
    };
  }, [rows, months, dimension, refreshing, failed, reference, retry]);
}

/** Something that happened at least once within the period, such as a sign-in. It has no change: periods overlap. */
export function usePeriodFlag(view: View, flag: MemberFlag): FlagState {
  const dimension: DimensionName = `Member.${flag}`;
  const build = useCallback((of: View) => periodQuery(of, [COUNT], [dimension]), [dimension]);
  const { rows, months, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(
    () => ({
      shares: [],
      share: rows && shareOf(rows, dimension, 'Yes'),
      points: null,
      percent: null,
      months,
      refreshing,
      failed,
      reference,
      retry,
    }),
    [rows, months, dimension, refreshing, failed, reference, retry],
  );
}
