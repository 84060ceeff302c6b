import type { DimensionName } from '@superscope/contracts/analytics/names';
import { useCallback, useMemo } from 'react';
import { monthlyQuery, type View } from '../../app/analytics/query';
import { cell, label, NO_CELL, type Cell } from '../../app/analytics/result';
import { useFigures, type FiguresState, type Progress } from '../../app/analytics/use-figures';

const COUNT = 'MemberSnapshot.countMembers';

export interface Series {
  name: string;
  /** Month by month. */
  cells: Cell[];
}
export interface DistributionState extends Progress, Pick<FiguresState, 'of' | 'months'> {
  /** One for each value that there is, in the order given, those not listed last; undefined until the first answer. */
  series: Series[] | undefined;
}

/** How many members have each value of a dimension, month by month. `names` says in which order values are shown. */
export function useDistribution(view: View, dimension: DimensionName, names: readonly string[]): DistributionState {
  const build = useCallback((asked: View) => monthlyQuery(asked, [COUNT], [dimension]), [dimension]);
  const { rows, of, months, absent, refreshing, failed, reference, retry } = useFigures(view, build);
  return useMemo(() => {
    const found = new Map<string, Map<string, Cell>>();
    for (const row of rows ?? []) {
      const name = label(row.text(dimension) ?? 'Unknown');
      if (!found.has(name)) found.set(name, new Map());
      found.get(name)!.set(row.month, row.cell(COUNT));
    }
    const others = [...found.keys()].filter((name) => !names.includes(name)).toSorted();
    const answered = new Set(rows?.map((row) => row.month));
    const series = [...names, ...others].map((name) => ({
      name,
      // A month that was answered without this value has nobody with it.
      cells: months.map((month) => found.get(name)?.get(month) ?? (answered.has(month) ? cell(0) : absent)),
    }));
    return { series: rows && series, of, months, refreshing, failed, reference, retry };
  }, [rows, of, months, absent, dimension, names, refreshing, failed, reference, retry]);
}

export interface Slice {
  name: string;
  count: Cell;
  /** Of those whose value is known; null where a part is withheld. */
  ratio: number | null;
}

/** The newest month's parts of the whole, without those whose value is not known. */
export function slicesNow(series: Series[]): { slices: Slice[]; complete: boolean } {
  const known = series
    .filter(({ name }) => name !== 'Unknown')
    .map(({ name, cells }) => ({ name, count: cells.at(-1) ?? NO_CELL }));
  const complete = known.every(({ count }) => count.value !== null);
  const all = known.reduce((sum, { count }) => sum + (count.value ?? 0), 0);
  return {
    slices: known.map((slice) => ({ ...slice, ratio: complete && all > 0 ? slice.count.value! / all : null })),
    complete: complete && all > 0,
  };
}
