import type { DimensionName, MemberFlag } from '@superscope/contracts/analytics/names';
import { useCallback, useMemo } from 'react';
import { monthlyQuery, periodQuery, type View } from '../../app/analytics/query';
import { monthlyShares, NO_SHARE, pointsChange, shareOf, type Share } from '../../app/analytics/share';
import { useFigures, type FiguresState, type Progress } from '../../app/analytics/use-figures';

const COUNT = 'MemberSnapshot.countMembers';

export interface FlagState extends Progress, Pick<FiguresState, 'of' | 'months'> {
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
  const build = useCallback((asked: View) => monthlyQuery(asked, [COUNT], [dimension]), [dimension]);
  const { rows, of, months, absent, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(() => {
    const shares = rows ? monthlyShares(rows, months, dimension, 'Yes', { absent }) : [];
    const [from, to] = [shares[0]?.count.value ?? null, shares.at(-1)?.count.value ?? null];
    return {
      shares,
      share: rows && (shares.at(-1) ?? NO_SHARE),
      points: pointsChange(shares),
      percent: from && to !== null ? ((to - from) / from) * 100 : null,
      of,
      months,
      refreshing,
      failed,
      reference,
      retry,
    };
  }, [rows, of, months, absent, dimension, refreshing, failed, reference, retry]);
}

/** Something that happened at least once within the period, such as a sign-in. It has no change: periods overlap. */
export function usePeriodFlag(view: View, flag: MemberFlag): FlagState {
  const dimension: DimensionName = `Member.${flag}`;
  const build = useCallback((asked: View) => periodQuery(asked, [COUNT], [dimension]), [dimension]);
  const { rows, of, months, absent, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(
    () => ({
      shares: [],
      share: rows && shareOf(rows, dimension, 'Yes', { absent }),
      points: null,
      percent: null,
      of,
      months,
      refreshing,
      failed,
      reference,
      retry,
    }),
    [rows, of, months, absent, dimension, refreshing, failed, reference, retry],
  );
}
