export interface UsualRange {
  readonly from: number;
  readonly to: number;
}

/** Fewer changes than this say nothing of what is usual. */
const fewestChanges = 3;

/**
 * Between which changes a figure's next one usually lies: those of the months before, widened to either side by half of their span. Null if
 * there are too few of them.
 */
export function usualRange(changes: readonly number[]): UsualRange | null {
  if (changes.length < fewestChanges) return null;
  const [least, most] = [Math.min(...changes), Math.max(...changes)];
  const slack = (most - least) / 2;
  return { from: least - slack, to: most + slack };
}

export const isUsual = (change: number, { from, to }: UsualRange): boolean => change >= from && change <= to;
