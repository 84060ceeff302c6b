import type { LookBack } from '@superscope/contracts/analytics/look-back';
import type { Random } from '../../demo-data/random.js';
import { normalBelow } from '../chance.js';

/** A published count of a group's members to whom something happened within a look-back that ends with a month, or its bounds. */
export interface RecencyReading {
  month: number;
  members: readonly number[];
  lookBack: LookBack;
  value: number | { low: number; high: number };
  variance: number;
}

/**
 * Something, such as a sign-in, happens to some members in some months, and never to the others. The attacker knows neither who they are
 * nor how often it happens, and fits both to the readings.
 */
export interface RecencyModel {
  months: number;
  members: number;
  /** First and last month in the plan; null if a member is in it in none. */
  spanOf: (member: number) => readonly [number, number] | null;
  /** Whether the member joined in the first month of the span, so that nothing has happened before. */
  isNew: (member: number) => boolean;
}

export interface RecencySampling {
  burnIn: number;
  samples: number;
  random: Random;
}

/** What the attacker believes of each member's newest month: the probability that it happened within the look-back. */
export interface RecencyFound {
  posterior: Record<LookBack, Float64Array>;
  /** The same from the fitted rates alone. */
  prior: Record<LookBack, Float64Array>;
}

/** States 0 to 11: it last happened so many months ago. State 12: longer ago, or not yet. State 13: it never happens. */
const oldest = 12;
const never = 13;
const states = 14;
/** Smaller errors freeze the sampler in the first solution that it finds. */
const leastVariance = 0.12;
const ends = [1, 3, 12] as const;
const places = [0, 1, 2] as const;
/** Rates differ little from one round to the next. */
const roundsPerPrior = 20;

/**
 * Gibbs sampling of the members' whole histories (forward filtering, backward sampling), and of the rates given the histories. Probabilities
 * are means over the samples of a member's conditional probability given everybody else.
 */
export function sampleRecency(
  model: RecencyModel,
  readings: readonly RecencyReading[],
  { burnIn, samples, random }: RecencySampling,
): RecencyFound {
  const chains = new RecencyChains(model, readings, random);
  for (let round = 0; round < burnIn + samples; round += 1) chains.round(round >= burnIn);
  return chains.found(samples);
}

class RecencyChains {
  private readonly spans: (readonly [number, number] | null)[];
  /** The state by member and month; -1 outside of the span. */
  private readonly stateOf: Int8Array[];
  /** For each look-back, month and member, the readings that count the member. */
  private readonly inWhich: Int32Array[][][];
  /** How many members each reading counts. */
  private readonly sums: Int32Array;
  /** The growth of the log likelihood of each reading when one more member is counted, by the number of others that are. */
  private readonly steps: Float64Array[];
  /** The steps of now, for a member whom the reading counts and for one whom it does not. Reading them in a row is what takes the time. */
  private readonly stepOfCounted: Float64Array;
  private readonly stepOfOthers: Float64Array;
  private readonly filtered: Float64Array[];
  private readonly gains = new Float64Array(3);
  private readonly hazards: Float64Array;
  private rounds = 0;
  private priors = 0;
  private usual = 0.08;
  private everShare = 0.7;
  private readonly posterior: Float64Array[];
  private readonly prior: Float64Array[];

  constructor(
    private readonly model: RecencyModel,
    readings: readonly RecencyReading[],
    private readonly random: Random,
  ) {
    const { months, members } = model;
    const everybody = [...Array(members).keys()];
    this.spans = everybody.map((member) => model.spanOf(member));
    this.stateOf = everybody.map(() => new Int8Array(months).fill(-1));
    this.filtered = Array.from({ length: months }, () => new Float64Array(states));
    this.hazards = new Float64Array(months).fill(this.usual);
    this.posterior = ends.map(() => new Float64Array(members));
    this.prior = ends.map(() => new Float64Array(members));
    // Readings that are used together lie beside each other.
    const inOrder = readings.toSorted((a, b) => a.month - b.month || a.lookBack - b.lookBack);
    const lists = places.map(() => Array.from({ length: months }, () => everybody.map((): number[] => [])));
    for (const [at, { month, lookBack, members: group }] of inOrder.entries())
      for (const member of group) lists[ends.indexOf(lookBack)]![month]![member]!.push(at);
    this.inWhich = lists.map((byMonth) => byMonth.map((byMember) => byMember.map((those) => Int32Array.from(those))));
    this.steps = inOrder.map(stepsOf);
    this.sums = new Int32Array(readings.length);
    this.stepOfCounted = new Float64Array(readings.length);
    this.stepOfOthers = Float64Array.from(this.steps, (steps) => steps[0]!);
    for (const [member, span] of this.spans.entries()) if (span) this.draw(member, span, false);
  }

  round(isKept: boolean): void {
    for (let member = 0; member < this.spans.length; member += 1) {
      const span = this.spans[member];
      if (span) this.redraw(member, span, isKept);
    }
    this.fitRates();
    this.rounds += 1;
    if (isKept && this.rounds % roundsPerPrior === 0) this.addPriors();
  }

  found(samples: number): RecencyFound {
    const means = (sums: Float64Array[], count: number): Record<LookBack, Float64Array> => {
      const [one, three, twelve] = sums.map((sum) => sum.map((each) => each / count));
      return { 1: one!, 3: three!, 12: twelve! };
    };
    return { posterior: means(this.posterior, samples), prior: means(this.prior, this.priors) };
  }

  private redraw(member: number, span: readonly [number, number], isKept: boolean): void {
    this.draw(member, span, true);
    if (isKept) this.add(this.posterior, member, this.filtered[span[1]]!);
  }

  private draw(member: number, [first, last]: readonly [number, number], isRead: boolean): void {
    const { filtered, gains, hazards } = this;
    const history = this.stateOf[member]!;
    for (let month = first; month <= last; month += 1) {
      const here = filtered[month]!;
      if (month === first) this.begin(member, here);
      else turn(filtered[month - 1]!, here, hazards[month]!);
      if (!isRead) continue;
      for (const place of places) {
        const steps = isCounted(history[month]!, place) ? this.stepOfCounted : this.stepOfOthers;
        const those = this.inWhich[place]![month]![member]!;
        let gain = 0;
        for (let i = 0; i < those.length; i += 1) gain += steps[those[i]!]!;
        gains[place] = gain;
      }
      weigh(here, gains);
    }
    let later = this.pick(filtered[last]!, 0, states);
    this.move(member, last, later);
    for (let month = last - 1; month >= first; month -= 1) {
      const here = filtered[month]!;
      if (later === 0) later = this.pick(here, 0, oldest + 1);
      else if (later === oldest) later = this.pick(here, oldest - 1, oldest + 1);
      else if (later !== never) later -= 1;
      this.move(member, month, later);
    }
  }

  /** Gives a member a state, and adds the member to the sums of the readings or takes the member out of them. */
  private move(member: number, month: number, state: number): void {
    const { sums, steps, stepOfCounted, stepOfOthers } = this;
    const history = this.stateOf[member]!;
    const before = history[month]!;
    if (state === before) return;
    history[month] = state;
    for (const place of places) {
      const by = Number(isCounted(state, place)) - Number(isCounted(before, place));
      if (by === 0) continue;
      const those = this.inWhich[place]![month]![member]!;
      for (let i = 0; i < those.length; i += 1) {
        const which = those[i]!;
        const counted = (sums[which]! += by);
        stepOfCounted[which] = steps[which]![counted - 1]!;
        stepOfOthers[which] = steps[which]![counted]!;
      }
    }
  }

  /** The chances in the first month: those who were in the plan before have their usual distance from the last time. */
  private begin(member: number, here: Float64Array): void {
    let left = this.everShare;
    for (let state = 0; state < oldest; state += 1) {
      const happens = state === 0 || !this.model.isNew(member) ? left * this.usual : 0;
      here[state] = happens;
      left -= happens;
    }
    here[oldest] = left;
    here[never] = 1 - this.everShare;
  }

  private pick(weights: Float64Array, from: number, to: number): number {
    let sum = 0;
    for (let state = from; state < to; state += 1) sum += weights[state]!;
    let left = this.random.next() * sum;
    for (let state = from; state < to - 1; state += 1) if ((left -= weights[state]!) < 0) return state;
    return to - 1;
  }

  /** Draws the rates, given who did what in which month. Each month has its own, because campaigns raise it. */
  private fitRates(): void {
    const { months } = this.model;
    const happened = new Float64Array(months);
    const could = new Float64Array(months);
    let [ever, all] = [0, 0];
    for (const [member, span] of this.spans.entries()) {
      if (!span) continue;
      const history = this.stateOf[member]!;
      const isEver = history[span[0]] !== never;
      all += 1;
      ever += Number(isEver);
      if (!isEver) continue;
      for (let month = span[0] + 1; month <= span[1]; month += 1) {
        could[month]! += 1;
        happened[month]! += Number(history[month] === 0);
      }
    }
    this.everShare = this.beta(1 + ever, 1 + all - ever);
    this.usual = (1 + sum(happened)) / (20 + sum(could));
    // Each month's rate is drawn towards the usual one with the weight of 20 members.
    for (let month = 0; month < months; month += 1)
      this.hazards[month] = this.beta(0.5 + 20 * this.usual + happened[month]!, 20 + could[month]! - happened[month]!);
  }

  private beta(a: number, b: number): number {
    const [x, y] = [this.gamma(a), this.gamma(b)];
    return Math.min(0.999, Math.max(1e-5, x / (x + y)));
  }

  /** Marsaglia and Tsang (2000). */
  private gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * Math.pow(this.random.next() || 1e-12, 1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.random.normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(this.random.next() || 1e-12) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  private addPriors(): void {
    this.priors += 1;
    const [here, next] = [new Float64Array(states), new Float64Array(states)];
    const known = new Map<string, Float64Array>();
    for (const [member, span] of this.spans.entries()) {
      if (!span) continue;
      const id = `${span.join()} ${this.model.isNew(member)}`;
      let chances = known.get(id);
      if (!chances) {
        this.begin(member, here);
        for (let month = span[0] + 1; month <= span[1]; month += 1) {
          turn(here, next, this.hazards[month]!);
          here.set(next);
        }
        known.set(id, (chances = here.slice()));
      }
      this.add(this.prior, member, chances);
    }
  }

  private add(sums: Float64Array[], member: number, chances: Float64Array): void {
    let [all, within, at] = [0, 0, 0];
    for (let state = 0; state < states; state += 1) all += chances[state]!;
    for (let state = 0; state < oldest; state += 1) {
      within += chances[state]!;
      if (state + 1 === ends[at]) sums[at++]![member]! += within / all;
    }
  }
}

const isCounted = (state: number, place: (typeof places)[number]): boolean => state >= 0 && state < ends[place];

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

/** One month later it happened again, or it was one month longer ago. */
function turn(before: Float64Array, here: Float64Array, hazard: number): void {
  let ever = 0;
  for (let state = 0; state <= oldest; state += 1) ever += before[state]!;
  here[0] = ever * hazard;
  for (let state = 1; state < oldest; state += 1) here[state] = before[state - 1]! * (1 - hazard);
  here[oldest] = (before[oldest - 1]! + before[oldest]!) * (1 - hazard);
  here[never] = before[never]!;
}

/** Multiplies chances by the likelihood of the readings, which count states below 1, 3 and 12, and makes them add up to 1. */
function weigh(here: Float64Array, gains: Float64Array): void {
  const within12 = gains[2]!;
  const within3 = within12 + gains[1]!;
  const within1 = within3 + gains[0]!;
  const most = Math.max(0, within12, within3, within1);
  const none = Math.exp(-most);
  const twelve = Math.exp(within12 - most);
  const three = Math.exp(within3 - most);
  let all = (here[0]! *= Math.exp(within1 - most));
  for (let state = 1; state < 3; state += 1) all += here[state]! *= three;
  for (let state = 3; state < oldest; state += 1) all += here[state]! *= twelve;
  for (let state = oldest; state < states; state += 1) all += here[state]! *= none;
  const scale = 1 / all;
  for (let state = 0; state < states; state += 1) here[state]! *= scale;
}

/** A number is published only where at least 11 members have the fact and at least 11 do not. */
const least = 11;
/** The log likelihood of what a reading excludes. It is finite, so that the first histories may contradict readings. */
const excluded = -8;

function stepsOf({ value, variance, members }: RecencyReading): Float64Array {
  const n = members.length;
  const deviation = Math.sqrt(Math.max(leastVariance, variance));
  const fit = (count: number): number => {
    if (typeof value === 'number') {
      const isShown = variance === 0 || (count >= least && n - count >= least);
      return -(((value - count) / deviation) ** 2) / 2 + (isShown ? 0 : excluded);
    }
    const over = count > value.high ? normalBelow((value.high + 0.5 - count) / deviation) : 1;
    const under = count < value.low ? normalBelow((count + 0.5 - value.low) / deviation) : 1;
    return Math.max(excluded, Math.log(over * under));
  };
  const fits = Array.from({ length: n + 1 }, (_, count) => fit(count));
  return Float64Array.from(members, (_, others) => fits[others + 1]! - fits[others]!);
}
