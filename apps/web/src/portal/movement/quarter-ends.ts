import type { View } from '../analytics/figures-view';
import { eachMonth, monthOf, monthsBefore, quarterEndBefore } from '../period/period';

/** Quarters between neighbouring quarter ends, oldest first. Movement is published 1, 4 or 8 quarters apart. */
const TWO = [[1]];
const THREE = [
  [1, 1],
  [4, 1],
  [4, 4],
  [8, 4],
  [8, 8],
];
const YEAR = 12;

const earlier = (month: string, quarters: number) => monthOf(monthsBefore(`${month}-01`, 3 * quarters));

/**
 * The quarter ends (yyyy-MM, oldest first) that members are followed between: two, or three for a period from 12 months. They end with
 * the newest that has figures and come as near as they can to the period's length. Empty where there are not two with figures.
 */
export function quarterEndsOf({ dateRange: [start, end] }: Pick<View, 'dateRange'>, firstMonth: string): string[] {
  const last = monthOf(quarterEndBefore(end));
  const months = eachMonth(start, end).length - 1;
  const far = ([first, second = 0]: number[]) => Math.abs(3 * (first! + second) - months);
  const apart = [...(months >= YEAR ? THREE.toSorted((a, b) => far(a) - far(b)) : []), ...TWO];
  for (const steps of apart) {
    const ends = steps.reduceRight((later, quarters) => [earlier(later[0]!, quarters), ...later], [last]);
    if (ends[0]! >= firstMonth) return ends;
  }
  return [];
}
