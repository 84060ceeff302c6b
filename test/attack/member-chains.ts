import type { Random } from '../demo-data/random.js';
import { normalBelow } from './chance.js';

/** An observed count of a group's members with the fact at one time. */
export interface CountObservation {
  time: number;
  members: readonly number[];
  /** A number, or its bounds, including an error of this variance. */
  value: number | { low: number; high: number };
  variance: number;
}

/** A model in which each member has the fact or not at each time, and mostly keeps it. */
export interface ChainModel {
  times: number;
  members: number;
  /** Whether a member is in the plan. */
  isPresent: (time: number, member: number) => boolean;
  /** The probability of the fact at a member's first time, given their public attributes. */
  prior: (member: number) => number;
  /** Probabilities of a change from one time to the next. */
  begins: number;
  ends: number;
}

export interface Sampling {
  burnIn: number;
  samples: number;
  random: Random;
}

/** Smaller errors freeze the sampler in the first solution that it finds. */
const leastVariance = 0.12;

/** The mean over several chains. With exact answers each chain freezes in one solution, and only their agreement is knowledge. */
export function sampleRestarted(
  model: ChainModel,
  observations: readonly CountObservation[],
  sampling: Sampling,
  restarts: number,
): Float64Array[] {
  const chains = Array.from({ length: restarts }, () => sampleChains(model, observations, sampling));
  return chains[0]!.map((first, time) =>
    first.map((_, member) => chains.reduce((sum, chain) => sum + chain[time]![member]!, 0) / restarts),
  );
}

/**
 * Gibbs sampling of a member's whole history at a time (forward filtering, backward sampling). Returns the share of samples in which
 * each member has the fact, by time.
 */
export function sampleChains(
  model: ChainModel,
  observations: readonly CountObservation[],
  sampling: Sampling,
): Float64Array[] {
  const { times, members } = model;
  const { random } = sampling;
  const has = Array.from({ length: times }, () => new Uint8Array(members));
  const inWhich = Array.from({ length: times }, () => Array.from({ length: members }, () => [] as number[]));
  const sums = new Int32Array(observations.length);
  for (const [at, { time, members: group }] of observations.entries())
    for (const member of group) inWhich[time]![member]!.push(at);
  const spans = Array.from({ length: members }, (_, member) =>
    [...Array(times).keys()].filter((time) => model.isPresent(time, member)),
  );
  const set = (time: number, member: number, value: number) => {
    const step = value - has[time]![member]!;
    if (step === 0) return;
    has[time]![member] = value;
    for (const at of inWhich[time]![member]!) sums[at]! += step;
  };
  for (let member = 0; member < members; member += 1) {
    const first = random.chance(model.prior(member)) ? 1 : 0;
    for (const time of spans[member]!) set(time, member, first);
  }
  const found = Array.from({ length: times }, () => new Float64Array(members));
  const without = new Float64Array(times);
  const withIt = new Float64Array(times);
  for (let round = 0; round < sampling.burnIn + sampling.samples; round += 1) {
    const heat = 1 + 30 * Math.max(0, 1 - round / (0.7 * sampling.burnIn));
    for (let member = 0; member < members; member += 1) {
      const span = spans[member]!;
      let chance = model.prior(member);
      for (const [at, time] of span.entries()) {
        if (at > 0) chance = withIt[at - 1]! * (1 - model.ends) + without[at - 1]! * model.begins;
        let odds = 0;
        for (const which of inWhich[time]![member]!) {
          const others = sums[which]! - has[time]![member]!;
          odds += gain(observations[which]!, others, heat);
        }
        const up = chance * Math.exp(Math.min(50, Math.max(-50, odds)));
        withIt[at] = up / (up + 1 - chance);
        without[at] = 1 - withIt[at]!;
      }
      for (let at = span.length - 1, later = -1; at >= 0; at -= 1) {
        let yes = withIt[at]!;
        if (later >= 0) {
          const stays = later === 1 ? 1 - model.ends : model.ends;
          const turns = later === 1 ? model.begins : 1 - model.begins;
          yes = (yes * stays) / (yes * stays + without[at]! * turns);
        }
        later = random.next() < yes ? 1 : 0;
        set(span[at]!, member, later);
      }
    }
    if (round >= sampling.burnIn)
      for (let time = 0; time < times; time += 1)
        for (let member = 0; member < members; member += 1) found[time]![member]! += has[time]![member]!;
  }
  for (const time of found) for (let member = 0; member < members; member += 1) time[member]! /= sampling.samples;
  return found;
}

/** The increase of an observation's log likelihood when one member more than `others` has the fact. */
function gain({ value, variance }: CountObservation, others: number, heat: number): number {
  const spread = Math.max(leastVariance, variance) * heat;
  if (typeof value === 'number') return (value - others - 0.5) / spread;
  const deviation = Math.sqrt(spread);
  const fit = (count: number) =>
    normalBelow((value.high + 0.5 - count) / deviation) - normalBelow((value.low - 0.5 - count) / deviation);
  return Math.log(Math.max(1e-12, fit(others + 1)) / Math.max(1e-12, fit(others)));
}
