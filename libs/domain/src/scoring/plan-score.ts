import { type AgeGroup, ageGroups } from './member-groups.js';

/** The unweighted mean of the scores (or of one component) present, unrounded millionths; null when nobody has one. */
export function meanMillionths(scores: Iterable<number | null>): number | null {
  let sum = 0;
  let count = 0;
  for (const score of scores) {
    if (score === null) continue;
    sum += score;
    count++;
  }
  return count === 0 ? null : sum / count;
}

export interface BenchmarkIndex {
  ageGroup: AgeGroup;
  /** 100 where the members own together what their peers do on average; unrounded. */
  index: number;
  /** Those with both a balance and a benchmark. */
  members: number;
}

/** Balances against peer averages per age group, youngest first; groups in which nobody is comparable are left out. */
export function benchmarkIndexes(
  members: Iterable<{ ageGroup: AgeGroup; totalAssetsOwnedCents: number | null; peerAverageCents: number | null }>,
): BenchmarkIndex[] {
  const sums = new Map<AgeGroup, { balance: number; benchmark: number; members: number }>();
  for (const { ageGroup, totalAssetsOwnedCents, peerAverageCents } of members) {
    if (totalAssetsOwnedCents === null || peerAverageCents === null) continue;
    const sum = sums.get(ageGroup) ?? { balance: 0, benchmark: 0, members: 0 };
    sum.balance += totalAssetsOwnedCents;
    sum.benchmark += peerAverageCents;
    sum.members++;
    sums.set(ageGroup, sum);
  }
  return ageGroups.flatMap((ageGroup) => {
    const sum = sums.get(ageGroup);
    return sum === undefined ? [] : [{ ageGroup, index: (100 * sum.balance) / sum.benchmark, members: sum.members }];
  });
}

/** An area whose average component is under this gets a flag. */
export const AREA_SCORE_NEEDS_ATTENTION_BELOW = 0.5;
/** An area card warns when more than this percent of members are affected. */
export const AREA_CARD_WARNS_ABOVE_PERCENT = 45;
/** Other widgets, unless they say otherwise. */
export const WIDGET_WARNS_ABOVE_PERCENT = 25;
/** Every plan is asked to aim for this many stars. */
export const TARGET_STARS = 3;
