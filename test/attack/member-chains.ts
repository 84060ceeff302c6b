import type { Random } from '../demo-data/random.js';
import { normalBelow } from './chance.js';

/** A known count, or its bounds, of a group's members who are in some of the states at one time. */
export interface CountObservation {
  time: number;
  members: readonly number[];
  /** The counted states of the model. */
  states: readonly number[];
  /** A number, or its bounds, including an error of this variance. */
  value: number | { low: number; high: number };
  variance: number;
}

/** Each member is in one of a few states at each time, and mostly stays in it. The last state is the secret. */
export interface ChainModel {
  times: number;
  members: number;
  /** Whether a member is in the plan. */
  isPresent: (time: number, member: number) => boolean;
  /** The probability of each state when the member is first seen, given public attributes. */
  prior: (member: number) => readonly number[];
  turns: Turns;
  /** Turns into a time that differ from `turns` for a member, given their public attributes. */
  turnsInto?: (time: number, member: number) => Turns;
}

/** The probability of each state (second index) one time after each state (first index). */
export type Turns = readonly (readonly number[])[];

const beginsAndEnds = (begins: number, ends: number): Turns => [
  [1 - begins, begins],
  [ends, 1 - ends],
];

/**
 * A chain of two states, without and with a fact, by the rates at which it begins and ends. If a member's `chance` of having it changes
 * from one time to the next, for example by age, correspondingly more begin or cease to have it.
 */
export function hasItOrNot(
  chance: (member: number, time: number) => number,
  firstSeen: (member: number) => number,
  begins: number,
  ends: number,
): Pick<ChainModel, 'prior' | 'turns' | 'turnsInto'> {
  const turns = beginsAndEnds(begins, ends);
  return {
    prior: (member) => {
      const has = chance(member, firstSeen(member));
      return [1 - has, has];
    },
    turns,
    turnsInto: (time, member) => {
      const [before, now] = [chance(member, time - 1), chance(member, time)];
      if (before === now) return turns;
      return now > before
        ? beginsAndEnds(Math.max(begins, (now - before) / (1 - before)), ends)
        : beginsAndEnds(begins, Math.max(ends, (before - now) / before));
    },
  };
}

export interface Sampling {
  burnIn: number;
  samples: number;
  random: Random;
}

/** Smaller errors freeze the sampler in the first solution that it finds. */
const leastVariance = 0.12;
const mostLogOdds = 50;

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
 * Gibbs sampling of members' states, a member's whole history at a time (forward filtering, backward sampling). Returns the
 * probability of the last state, by time and member: the mean over the samples of a member's conditional probability given all others,
 * which varies much less than the frequency of the drawn state.
 */
export function sampleChains(
  model: ChainModel,
  observations: readonly CountObservation[],
  { burnIn, samples, random }: Sampling,
): Float64Array[] {
  const chains = new Chains(model, observations, random);
  for (let round = 0; round < burnIn + samples; round += 1) {
    const heat = 1 + 30 * Math.max(0, 1 - round / (0.7 * burnIn));
    for (let member = 0; member < model.members; member += 1) chains.redraw(member, heat, round >= burnIn);
  }
  for (const time of chains.found) for (let member = 0; member < model.members; member += 1) time[member]! /= samples;
  return chains.found;
}

class Chains {
  readonly found: Float64Array[];
  private readonly states: number;
  private readonly priors: (readonly number[])[];
  private readonly stateOf: Int8Array[];
  private readonly inWhich: number[][][];
  private readonly spans: number[][];
  /** The turns into the next time, by member and by time since the member was first seen. */
  private readonly turns: (readonly Turns[])[];
  private readonly sums: Int32Array;
  // Flat arrays by observation, because reading them takes most of the sampler's time: a bit for each counted state; the number less a
  // half, with the inverse of its variance; and for bounds the growth of the log likelihood (stepsOf).
  private readonly masks: Uint8Array;
  private readonly told: Float64Array;
  private readonly precisions: Float64Array;
  private readonly steps: (Float64Array | null)[];
  /** The probability of each state of one member by time, given the observations up to that time. */
  private readonly filtered: Float64Array[];
  // One number for each state. Allocated once, because every step needs them.
  private readonly odds: Float64Array;
  private readonly expected: Float64Array;
  private readonly later: Float64Array;

  constructor(
    private readonly model: ChainModel,
    observations: readonly CountObservation[],
    private readonly random: Random,
  ) {
    const { times, members, turns } = model;
    const places = [...Array(times).keys()];
    this.states = turns.length;
    this.priors = Array.from({ length: members }, (_, member) => model.prior(member));
    this.odds = new Float64Array(this.states);
    this.expected = new Float64Array(this.states);
    this.later = new Float64Array(this.states);
    this.found = places.map(() => new Float64Array(members));
    this.stateOf = places.map(() => new Int8Array(members).fill(-1));
    this.inWhich = places.map(() => Array.from({ length: members }, () => []));
    this.filtered = places.map(() => new Float64Array(this.states));
    this.spans = Array.from({ length: members }, (_, member) => places.filter((time) => model.isPresent(time, member)));
    this.turns = this.spans.map((span, member) =>
      span.slice(1).map((time) => model.turnsInto?.(time, member) ?? turns),
    );
    this.sums = new Int32Array(observations.length);
    this.masks = Uint8Array.from(observations, ({ states }) => states.reduce((mask, state) => mask | (1 << state), 0));
    this.told = Float64Array.from(observations, ({ value }) => (typeof value === 'number' ? value - 0.5 : 0));
    this.precisions = Float64Array.from(observations, ({ value, variance }) =>
      typeof value === 'number' ? 1 / Math.max(leastVariance, variance) : 0,
    );
    this.steps = observations.map(stepsOf);
    for (const [at, { time, members: group }] of observations.entries())
      for (const member of group) this.inWhich[time]![member]!.push(at);
    for (let member = 0; member < members; member += 1) {
      const first = this.draw(this.priors[member]!);
      for (const time of this.spans[member]!) this.set(time, member, first);
    }
  }

  redraw(member: number, heat: number, isKept: boolean): void {
    this.filter(member, heat);
    if (isKept) this.smooth(member);
    const { states } = this;
    const span = this.spans[member]!;
    for (let at = span.length - 1, later = -1; at >= 0; at -= 1) {
      const weights = this.filtered[at]!;
      const turns = this.turns[member]![at];
      if (later !== -1) for (let state = 0; state < states; state += 1) weights[state]! *= turns![state]![later]!;
      later = this.draw(weights);
      this.set(span[at]!, member, later);
    }
  }

  private filter(member: number, heat: number): void {
    const { states, filtered, odds, masks, sums, told, precisions } = this;
    for (const [at, time] of this.spans[member]!.entries()) {
      const now = this.stateOf[time]![member]!;
      odds.fill(0);
      for (const which of this.inWhich[time]![member]!) {
        const mask = masks[which]!;
        const others = sums[which]! - ((mask >> now) & 1);
        const precision = precisions[which]!;
        const gain = precision > 0 ? (told[which]! - others) * precision : this.steps[which]![others]!;
        for (let state = 0; state < states; state += 1) if ((mask >> state) & 1) odds[state]! += gain;
      }
      let most = -Infinity;
      for (let state = 0; state < states; state += 1) most = Math.max(most, odds[state]!);
      const before = at === 0 ? this.priors[member]! : this.turned(filtered[at - 1]!, this.turns[member]![at - 1]!);
      let sum = 0;
      for (let state = 0; state < states; state += 1)
        sum += filtered[at]![state] = before[state]! * Math.exp(Math.max(-mostLogOdds, (odds[state]! - most) / heat));
      for (let state = 0; state < states; state += 1) filtered[at]![state]! /= sum;
    }
  }

  /** The probabilities one time later. The next call overwrites the returned array. */
  private turned(chances: Float64Array, turns: Turns): Float64Array {
    const { states, expected } = this;
    for (let to = 0; to < states; to += 1) {
      let sum = 0;
      for (let from = 0; from < states; from += 1) sum += chances[from]! * turns[from]![to]!;
      expected[to] = sum;
    }
    return expected;
  }

  /** Adds the probability of the last state, given the observations before and after. */
  private smooth(member: number): void {
    const { states, later } = this;
    const span = this.spans[member]!;
    for (let at = span.length - 1; at >= 0; at -= 1) {
      const here = this.filtered[at]!;
      if (at === span.length - 1) later.set(here);
      else {
        const turns = this.turns[member]![at]!;
        const expected = this.turned(here, turns);
        for (let to = 0; to < states; to += 1) later[to] = expected[to]! > 0 ? later[to]! / expected[to]! : 0;
        for (let from = 0; from < states; from += 1) {
          let sum = 0;
          for (let to = 0; to < states; to += 1) sum += later[to]! * turns[from]![to]!;
          expected[from] = here[from]! * sum;
        }
        later.set(expected);
      }
      this.found[span[at]!]![member]! += later[states - 1]!;
    }
  }

  private draw(weights: ArrayLike<number>): number {
    let sum = 0;
    for (let state = 0; state < this.states; state += 1) sum += weights[state]!;
    let left = this.random.next() * sum;
    for (let state = 0; state < this.states - 1; state += 1) if ((left -= weights[state]!) < 0) return state;
    return this.states - 1;
  }

  private set(time: number, member: number, state: number): void {
    const before = this.stateOf[time]![member]!;
    if (before === state) return;
    this.stateOf[time]![member] = state;
    for (const at of this.inWhich[time]![member]!) {
      const mask = this.masks[at]!;
      this.sums[at]! += ((mask >> state) & 1) - (before === -1 ? 0 : (mask >> before) & 1);
    }
  }
}

/** The growth of the log likelihood of bounds when one more member is counted, by the number of others that are. */
function stepsOf({ value, variance, members }: CountObservation): Float64Array | null {
  if (typeof value === 'number') return null;
  const deviation = Math.sqrt(Math.max(leastVariance, variance));
  const fits = Array.from({ length: members.length + 1 }, (_, count) => {
    const [high, low] = [(value.high + 0.5 - count) / deviation, (value.low - 0.5 - count) / deviation];
    return Math.log(Math.max(1e-12, normalBelow(high) - normalBelow(low)));
  });
  return Float64Array.from(members, (_, others) => fits[others + 1]! - fits[others]!);
}
