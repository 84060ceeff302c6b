import type { DimensionName } from '@superscope/contracts/analytics/names';
import { useCallback } from 'react';
import type { Loaded } from '../analytics/loaded';
import { COUNT, monthlyQuery, SHARE, type View } from '../analytics/figures-view';
import { label, NO_CELL, type Cell } from '../analytics/result';
import { useFigures, type Answer, type Span } from '../analytics/use-figures';
import { monthlyOf, useMade, type Published } from './use-share';

export interface Series {
  name: string;
  /** Month by month. */
  monthly: Published[];
}
export interface Distribution extends Span {
  /** One for each listed value, in that order, then one for each other value that occurs. */
  series: Series[];
}

/** `<11` means a few members or none, so it does not prove that there is one. */
const isSome = ({ value, withheld }: Cell) => withheld === 'np' || (value ?? 0) > 0;

/** The members whose value is not known at the newest month, whom shares leave out. */
export const unknownIn = ({ series }: Pick<Distribution, 'series'>): Cell =>
  series.find(({ name }) => name === 'Unknown')?.monthly.at(-1)?.count ?? NO_CELL;

/** The question of how many members have each value of a dimension, month by month. */
export const useDistributionQuery = (dimension: DimensionName) =>
  useCallback((asked: View) => monthlyQuery(asked, [COUNT, SHARE], [dimension]), [dimension]);

/** The published figures of each value in an answer. */
export function distributionOf(
  { rows, ...span }: Answer,
  dimension: DimensionName,
  names: readonly string[],
): Distribution {
  const found = rows.filter((row) => isSome(row.cell(COUNT))).map((row) => label(row.text(dimension) ?? 'Unknown'));
  const others = new Set(found.filter((name) => !names.includes(name)));
  const series = [...names, ...[...others].toSorted()].map((name) => ({
    name,
    monthly: monthlyOf({ rows, ...span }, dimension, name),
  }));
  return { ...span, series };
}

/**
 * How many members have each value of a dimension, month by month, and their share of those whose value is known.
 * `names` gives the order of values; others, such as Unknown, follow if a member has one.
 */
export function useDistribution(view: View, dimension: DimensionName, names: readonly string[]): Loaded<Distribution> {
  const build = useDistributionQuery(dimension);
  const make = useCallback((answer: Answer) => distributionOf(answer, dimension, names), [dimension, names]);
  return useMade(useFigures(view, build), make);
}
