import type { DimensionName, MemberFlag } from '@superscope/contracts/analytics/names';
import { useCallback, useMemo } from 'react';
import { COUNT, monthlyQuery, periodQuery, SHARE, type View } from '../analytics/query';
import { cell, changeOf, label, NO_CELL, type Cell, type Change, type Row } from '../analytics/result';
import { useFigures, type FiguresState, type Progress } from '../analytics/use-figures';

/** How many have a value, and what share of those of whom it is known. */
export interface Published {
  count: Cell;
  share: Cell;
}

/** Neither is published, for the same reason: saying so once is enough. */
export const isWithheld = ({ count, share }: Published) => count.withheld !== null && count.withheld === share.withheld;

export interface ShareState extends Progress, Pick<FiguresState, 'of' | 'months' | 'quarterEnds'> {
  /** Undefined until the first answer. */
  newest: Published | undefined;
  /** Month by month. */
  monthly: Published[];
  /** Of the share, in percentage points. */
  change: Change | null;
}

const NOTHING: Published = { count: NO_CELL, share: NO_CELL };
const NOBODY: Published = { count: cell(0), share: cell(0) };

/** Of a value among the rows of one month, or of a period. Published answers have a row for each value, exact ones for those that occur. */
export function publishedOf(rows: Row[], dimension: DimensionName, value: string, { audience }: View): Published {
  const row = rows.find((of) => label(of.text(dimension) ?? 'Unknown') === value);
  if (row) return { count: row.cell(COUNT), share: row.cell(SHARE) };
  return audience === 'staff' && rows.some((of) => ![null, 'Unknown'].includes(of.text(dimension))) ? NOBODY : NOTHING;
}

/** Of those with a value of a dimension, at the end of every month of the period. */
export function useMonthlyShare(view: View, dimension: DimensionName, value: string): ShareState {
  const build = useCallback((asked: View) => monthlyQuery(asked, [COUNT, SHARE], [dimension]), [dimension]);
  const { rows, of, months, quarterEnds, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(() => {
    const monthly = (rows ? months : []).map((month) =>
      publishedOf(
        rows!.filter((row) => row.month === month),
        dimension,
        value,
        of,
      ),
    );
    return {
      monthly,
      newest: rows && (monthly.at(-1) ?? NOTHING),
      change: changeOf(monthly.map(({ share }) => share)),
      of,
      months,
      quarterEnds,
      refreshing,
      failed,
      reference,
      retry,
    };
  }, [rows, of, months, quarterEnds, dimension, value, refreshing, failed, reference, retry]);
}

/** A yes/no property at the end of every month of the period. */
export const useMonthlyFlag = (view: View, flag: MemberFlag) => useMonthlyShare(view, `Member.${flag}`, 'Yes');

/** Something that happened at least once within the period, such as a sign-in. It has no change: periods overlap. */
export function usePeriodFlag(view: View, flag: MemberFlag): ShareState {
  const dimension: DimensionName = `Member.${flag}`;
  const build = useCallback((asked: View) => periodQuery(asked, [COUNT, SHARE], [dimension]), [dimension]);
  const { rows, of, months, quarterEnds, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(
    () => ({
      monthly: [],
      newest: rows && publishedOf(rows, dimension, 'Yes', of),
      change: null,
      of,
      months,
      quarterEnds,
      refreshing,
      failed,
      reference,
      retry,
    }),
    [rows, of, months, quarterEnds, dimension, refreshing, failed, reference, retry],
  );
}
