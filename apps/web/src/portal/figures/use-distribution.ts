import type { DimensionName } from '@superscope/contracts/analytics/names';
import { useCallback, useMemo } from 'react';
import { COUNT, monthlyQuery, SHARE, type View } from '../analytics/query';
import { label, type Cell } from '../analytics/result';
import { useFigures, type FiguresState, type Progress } from '../analytics/use-figures';
import { publishedOf, type Published } from './use-share';

export interface Series {
  name: string;
  /** Month by month. */
  monthly: Published[];
}
export interface DistributionState extends Progress, Pick<FiguresState, 'of' | 'months' | 'quarterEnds'> {
  /** One for each value that there is, in the order given, those not listed last; undefined until the first answer. */
  series: Series[] | undefined;
}

/** Of a few, even none, nothing says that there are any. */
const isSome = ({ value, withheld }: Cell) => withheld === 'np' || (value ?? 0) > 0;

/**
 * How many members have each value of a dimension, month by month, and their share of those whose value is known. `names` says in
 * which order values are shown; others, such as Unknown, follow where somebody has one.
 */
export function useDistribution(view: View, dimension: DimensionName, names: readonly string[]): DistributionState {
  const build = useCallback((asked: View) => monthlyQuery(asked, [COUNT, SHARE], [dimension]), [dimension]);
  const { rows, of, months, quarterEnds, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(() => {
    const state = { of, months, quarterEnds, refreshing, failed, reference, retry };
    if (!rows) return { series: undefined, ...state };
    const others = new Set(
      rows
        .filter((row) => isSome(row.cell(COUNT)))
        .map((row) => label(row.text(dimension) ?? 'Unknown'))
        .filter((name) => !names.includes(name)),
    );
    const series = [...names, ...[...others].toSorted()].map((name) => ({
      name,
      monthly: months.map((month) =>
        publishedOf(
          rows.filter((row) => row.month === month),
          dimension,
          name,
          of,
        ),
      ),
    }));
    return { series, ...state };
  }, [rows, of, months, quarterEnds, dimension, names, refreshing, failed, reference, retry]);
}
