import type { PlanKnowledge } from '../knowledge.js';
import { countVariance } from '../mechanism.js';
import type { RecencyModel, RecencyReading } from './recency-chains.js';
import type { NotedReading } from './simulated-recency.js';

/**
 * The distinct readings. The same members have the same number in every question of a month and edition. Half of the noise stays with them
 * in other months, so readings of the same members and look-back share it.
 */
export function distinctReadings(noted: readonly NotedReading[]): RecencyReading[] {
  const byMonth = new Map<string, NotedReading & { set: string }>();
  for (const reading of noted) {
    const set = `${reading.lookBack} ${reading.isWhole} ${reading.members.join()}`;
    byMonth.set(`${reading.month} ${reading.edition} ${set}`, { ...reading, set });
  }
  const times = new Map<string, number>();
  for (const { set } of byMonth.values()) times.set(set, (times.get(set) ?? 0) + 1);
  return [...byMonth.values()].map(({ set, month, members, lookBack, figure, isWhole }) => {
    const noise = countVariance('adjusted', isWhole);
    if (figure.kind === 'between') return { month, members, lookBack, value: figure, variance: noise };
    return {
      month,
      members,
      lookBack,
      value: figure.value,
      variance: figure.variance + (noise / 2) * (times.get(set)! - 1),
    };
  });
}

/**
 * A plan's members as the sampler needs them: an employer knows when each joined and left. `leavers` have a row in one month more, by month.
 */
export function recencyModel(plan: PlanKnowledge, leavers: readonly (readonly number[])[] = []): RecencyModel {
  const spans = Array.from({ length: plan.memberCount }, () => null as [number, number] | null);
  for (const [at, month] of plan.months.entries())
    for (const member of [...plan.members({}, month), ...(leavers[at] ?? [])]) {
      const span = spans[member];
      if (span) span[1] = at;
      else spans[member] = [at, at];
    }
  return {
    months: plan.months.length,
    members: plan.memberCount,
    spanOf: (member) => spans[member]!,
    isNew: (member) => spans[member] !== null && spans[member]![0] > 0,
  };
}
