import type { Figure } from '../figure.js';
import type { PlanKnowledge } from '../knowledge.js';
import { countVariance } from '../mechanism.js';
import type { RecencyModel, RecencyReading } from './recency-chains.js';
import type { NotedReading } from './simulated-recency.js';

interface Noted {
  month: number;
  members: readonly number[];
  figure: Figure;
  isWhole: boolean;
  edition: number;
  draws: number;
}

/** A reading with the variance of all its noise. */
type Distinct<Of> = Of & { value: RecencyReading['value']; variance: number };

/**
 * The distinct readings. The same members have the same number in every question of a month and edition. Half of the noise stays with them
 * in other months and editions, so readings of the same members and fact share it.
 */
export function distinct<Of extends Noted>(noted: readonly Of[], factOf: (reading: Of) => string): Distinct<Of>[] {
  const byMonth = new Map<string, { reading: Of; set: string }>();
  for (const reading of noted) {
    // A younger twin's label is new, so its noise shares nothing with that of an edition before.
    const set = `${factOf(reading)} ${reading.draws} ${reading.isWhole} ${reading.members.join()}`;
    byMonth.set(`${reading.month} ${reading.edition} ${set}`, { reading, set });
  }
  const times = new Map<string, number>();
  for (const { set } of byMonth.values()) times.set(set, (times.get(set) ?? 0) + 1);
  return [...byMonth.values()].map(({ reading, set }) => {
    const { figure, isWhole, draws } = reading;
    const noise = draws * countVariance('adjusted', isWhole);
    const shared = (noise / 2) * (times.get(set)! - 1);
    return figure.kind === 'between'
      ? { ...reading, value: figure, variance: noise }
      : { ...reading, value: figure.value, variance: figure.variance + shared };
  });
}

export const distinctReadings = (noted: readonly NotedReading[]): Distinct<NotedReading>[] =>
  distinct(noted, ({ lookBack }) => String(lookBack));

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
