import type { DimensionName } from '@superscope/contracts/analytics/names';
import type { View } from '../analytics/figures-view';
import type { Span } from '../analytics/use-figures';
import { monthlyOf, useShareQuery, type Published } from '../figures/use-share';
import { mapEarlier, useEarlier, type Earlier } from './use-earlier';

export interface EarlierShares {
  monthly: Published[];
  /** yyyy-MM */
  months: string[];
}

/** How many members had a value of a dimension at the end of the months that the period is compared with. */
export function useMonthlyShareEarlier(
  view: View,
  dimension: DimensionName,
  value: string,
  base: Span | undefined,
): Earlier<EarlierShares> | null {
  const earlier = useEarlier(view, useShareQuery(dimension), base);
  return mapEarlier(earlier, (answer) => ({ monthly: monthlyOf(answer, dimension, value), months: answer.months }));
}
