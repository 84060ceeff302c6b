/** A step of ten minutes. */
export interface Step {
  /** Its first millisecond. */
  at: number;
  p95: number;
}

export interface Slowdown {
  /** The first millisecond of the first slow step. */
  since: number;
  /** Medians of the steps' 95th percentiles, in milliseconds. */
  now: number;
  usual: number;
}

const dayMs = 86_400_000;
/** A comparison needs so many days, and so much before the change and after it. */
export const leastDays = 3;
const leastBeforeMs = dayMs;
const leastSteps = 3;
/** So many times slower, and by so many milliseconds, is slower: less is an ordinary day. */
const factor = 1.5;
const leastMs = 50;
/** A single step counts as this many times the usual at most. */
const clip = 4;

/**
 * Since when times have been longer than before, and still are; null if they are not. The change is the rise that explains most of how
 * the logarithms of all steps differ (least squares with one step). `steps` are in the order of time.
 */
export function slowerSince(steps: readonly Step[]): Slowdown | null {
  if (steps.length < 2 * leastSteps) return null;
  const [first, last] = [steps[0]!.at, steps.at(-1)!.at];
  if (last - first < leastDays * dayMs) return null;
  const logs = steps.map(({ p95 }) => Math.log(Math.max(1, p95)));
  const middle = median(logs);
  const clipped = logs.map((log) => Math.min(Math.log(clip), Math.max(-Math.log(clip), log - middle)));
  const total = clipped.reduce((sum, each) => sum + each, 0);
  let [sum, best, change] = [0, 0, 0];
  for (let at = 1; at <= steps.length - leastSteps; at++) {
    sum += clipped[at - 1]!;
    const rise = (total - sum) / (steps.length - at) - sum / at;
    const explained = rise * rise * at * (steps.length - at);
    if (rise > 0 && explained > best) [best, change] = [explained, at];
  }
  if (change < leastSteps || steps[change]!.at - first < leastBeforeMs) return null;
  const [before, after] = [steps.slice(0, change), steps.slice(change)];
  const p95Of = (some: readonly Step[]) => median(some.map(({ p95 }) => p95));
  const usual = p95Of(before);
  const isSlow = (ms: number) => ms >= factor * usual && ms >= usual + leastMs;
  const now = p95Of(after);
  // What was slow and is as usual again is no news.
  return isSlow(now) && isSlow(p95Of(steps.slice(-leastSteps))) ? { since: after[0]!.at, now, usual } : null;
}

/** The middle of some numbers, the lower one of two. There is at least one. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)]!;
