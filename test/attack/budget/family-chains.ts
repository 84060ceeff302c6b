import type { Random } from '../../demo-data/random.js';
import { normalBelow } from '../chance.js';

/** A published number about a group: the sum over its members of the weight of each member's state, or the sum's bounds. */
export interface FamilyReading {
  time: number;
  members: Int32Array;
  /** The place of the weights in `FamilyModel.weights`. */
  pattern: number;
  value: number | { low: number; high: number };
  variance: number;
}

/** Members who are each in one of a few states at each time and turn from one into another. */
export interface FamilyModel {
  times: number;
  /** First and last time of each member. */
  spans: readonly (readonly [number, number])[];
  /** The probability of each state at a member's first time. */
  priors: readonly Float64Array[];
  /** The probability of each state (second index) one time after each state (first index). */
  turns: readonly Float64Array[];
  /** Weights of the states, by pattern. Bounds have only weights 0 and 1. */
  weights: readonly Float64Array[];
  /** Members of the same name are much alike, so that exchanging their histories changes few readings. */
  likeness: readonly string[];
}

export interface FamilySampling {
  burnIn: number;
  samples: number;
  random: Random;
}

const mostLogOdds = 40;

/**
 * Gibbs sampling of members' whole histories, one member at a time (forward filtering, backward sampling), and exchanges of two members'
 * histories, without which chains of several thousand rounds keep believing that one of two similar members has a fact. Returns the probability of each
 * state at each member's last time: the mean of the conditional probabilities given all others.
 */
export function sampleFamily(
  model: FamilyModel,
  readings: readonly FamilyReading[],
  { burnIn, samples, random }: FamilySampling,
): Float64Array[] {
  const chains = new FamilyChains(model, readings, random);
  for (let round = 0; round < burnIn + samples; round += 1)
    chains.round(1 + 30 * Math.max(0, 1 - round / (0.7 * burnIn)), round >= burnIn);
  return chains.found.map((sums) => sums.map((each) => each / samples));
}

/** A member's probabilities at the last time by the rates alone. */
export function ratesAlone({ spans, priors, turns }: FamilyModel, member: number): Float64Array {
  const [first, last] = spans[member]!;
  let here = priors[member]!;
  for (let time = first; time < last; time += 1) {
    const next = new Float64Array(here.length);
    for (const [from, row] of turns.entries()) for (const [to, turn] of row.entries()) next[to]! += here[from]! * turn;
    here = next;
  }
  return here;
}

/** A member's readings: those of one time, pattern and kind lie together, in the order of time. */
interface MemberReadings {
  list: Int32Array;
  /** For each run of readings: where it ends, its time and pattern, and the sum of its precisions, or -1 for bounds. */
  ends: Int32Array;
  times: Int32Array;
  patterns: Int32Array;
  precisions: Float64Array;
}

class FamilyChains {
  readonly found: Float64Array[];
  private readonly states: number;
  /** By member and time. */
  private readonly stateOf: Int8Array[];
  private readonly byMember: MemberReadings[];
  /** Of each reading with a number: the number less the sum, times the precision. Of bounds: unused. */
  private readonly residuals: Float64Array;
  private readonly precisions: Float64Array;
  private readonly sums: Int32Array;
  private readonly steps: (Float64Array | null)[];
  private readonly filtered: Float64Array[];
  private readonly odds: Float64Array;
  private readonly turns: Float64Array;
  private readonly timeOf: Int16Array;
  private readonly patternOf: Int16Array;
  /** For each member, the members who are alike. */
  private readonly alike: (readonly number[])[];

  constructor(
    private readonly model: FamilyModel,
    unordered: readonly FamilyReading[],
    private readonly random: Random,
  ) {
    const { times, turns, spans } = model;
    const kind = ({ value }: FamilyReading) => Number(typeof value !== 'number');
    const readings = unordered.toSorted((a, b) => a.time - b.time || a.pattern - b.pattern || kind(a) - kind(b));
    this.states = turns.length;
    this.turns = Float64Array.from(turns.flatMap((row) => [...row]));
    this.odds = new Float64Array(this.states);
    this.found = spans.map(() => new Float64Array(this.states));
    this.filtered = Array.from({ length: times }, () => new Float64Array(this.states));
    this.stateOf = spans.map(() => new Int8Array(times).fill(-1));
    this.sums = new Int32Array(readings.length);
    this.steps = readings.map(stepsOf);
    this.precisions = Float64Array.from(readings, ({ value, variance }) =>
      typeof value === 'number' ? 1 / variance : -1,
    );
    this.residuals = Float64Array.from(readings, ({ value, variance }) =>
      typeof value === 'number' ? value / variance : 0,
    );
    this.timeOf = Int16Array.from(readings, ({ time }) => time);
    this.patternOf = Int16Array.from(readings, ({ pattern }) => pattern);
    const groups = new Map<string, number[]>();
    for (const [member, name] of model.likeness.entries()) groups.set(name, [...(groups.get(name) ?? []), member]);
    this.alike = model.likeness.map((name) => groups.get(name)!);
    const lists = spans.map((): number[] => []);
    for (const [at, { members }] of readings.entries()) for (const member of members) lists[member]!.push(at);
    this.byMember = lists.map((list) => runsOf(list, readings));
    for (const [member, [first, last]] of spans.entries()) {
      const state = this.draw(model.priors[member]!);
      const history = new Int8Array(times).fill(-1);
      history.fill(state, first, last + 1);
      this.become(member, history);
    }
  }

  round(heat: number, isKept: boolean): void {
    const history = new Int8Array(this.model.times);
    for (const [member, [, last]] of this.model.spans.entries()) {
      this.filter(member, heat);
      if (isKept) {
        const [sums, here] = [this.found[member]!, this.filtered[last]!];
        for (let state = 0; state < this.states; state += 1) sums[state]! += here[state]!;
      }
      this.sample(member, history);
      this.become(member, history);
      const alike = this.alike[member]!;
      const other = alike[Math.floor(this.random.next() * alike.length)]!;
      if (other !== member) this.exchange(member, other, heat);
    }
  }

  /** Proposes to exchange two members' states at the times when both are there (Metropolis). */
  private exchange(one: number, other: number, heat: number): void {
    const { spans, priors } = this.model;
    const [mine, theirs] = [this.stateOf[one]!, this.stateOf[other]!];
    const first = Math.max(spans[one]![0], spans[other]![0]);
    const last = Math.min(spans[one]![1], spans[other]![1]);
    let differs = false;
    for (let time = first; time <= last && !differs; time += 1) differs = mine[time] !== theirs[time];
    if (!differs) return;
    let gain = 0;
    for (const [member, old, now] of [
      [one, mine, theirs],
      [other, theirs, mine],
    ] as const) {
      const [begins, ends] = spans[member]!;
      const into = (state: number) =>
        first === begins ? priors[member]![state]! : this.turns[old[first - 1]! * this.states + state]!;
      gain += Math.log(into(now[first]!) / into(old[first]!));
      const onward = (state: number) => (last === ends ? 1 : this.turns[state * this.states + old[last + 1]!]!);
      gain += Math.log(onward(now[last]!) / onward(old[last]!));
    }
    gain += this.gainOfExchange(one, other, first, last) / heat;
    if (!(Math.log(this.random.next() || 1e-300) < gain)) return;
    const [a, b] = [mine.slice(), theirs.slice()];
    for (let time = first; time <= last; time += 1) [a[time], b[time]] = [b[time]!, a[time]!];
    this.become(one, a);
    this.become(other, b);
  }

  /** How the log likelihood of the readings that count only one of the two changes. */
  private gainOfExchange(one: number, other: number, first: number, last: number): number {
    const { residuals, precisions, sums, steps, timeOf, patternOf } = this;
    const [a, b] = [this.byMember[one]!.list, this.byMember[other]!.list];
    const [mine, theirs] = [this.stateOf[one]!, this.stateOf[other]!];
    let [i, j, gain] = [0, 0, 0];
    while (i < a.length || j < b.length) {
      const [x, y] = [i < a.length ? a[i]! : Infinity, j < b.length ? b[j]! : Infinity];
      if (x === y) {
        i += 1;
        j += 1;
        continue;
      }
      const which = Math.min(x, y);
      if (x < y) i += 1;
      else j += 1;
      const time = timeOf[which]!;
      if (time < first || time > last || mine[time] === theirs[time]) continue;
      const weight = this.model.weights[patternOf[which]!]!;
      const difference = weight[theirs[time]!]! - weight[mine[time]!]!;
      const by = x < y ? difference : -difference;
      if (by === 0) continue;
      const precision = precisions[which]!;
      if (precision < 0) gain += by > 0 ? steps[which]![sums[which]!]! : -steps[which]![sums[which]! - 1]!;
      else gain += residuals[which]! * by - 0.5 * precision * by * by;
    }
    return gain;
  }

  private filter(member: number, heat: number): void {
    const { states, odds, filtered, residuals, steps, sums } = this;
    const { weights, spans, priors } = this.model;
    const { list, ends, times, patterns, precisions } = this.byMember[member]!;
    const history = this.stateOf[member]!;
    const [first, last] = spans[member]!;
    let [run, at] = [0, 0];
    for (let time = first; time <= last; time += 1) {
      const here = filtered[time]!;
      if (time === first) here.set(priors[member]!);
      else this.turn(filtered[time - 1]!, here);
      if (times[run] !== time) continue;
      const now = history[time]!;
      odds.fill(0);
      for (; times[run] === time; run += 1) {
        const weight = weights[patterns[run]!]!;
        const end = ends[run]!;
        const own = weight[now]!;
        const precision = precisions[run]!;
        let gain = 0;
        if (precision < 0) {
          for (; at < end; at += 1) gain += steps[list[at]!]![sums[list[at]!]! - own]!;
          for (let state = 0; state < states; state += 1) odds[state]! += weight[state]! * gain;
        } else {
          for (; at < end; at += 1) gain += residuals[list[at]!]!;
          gain += own * precision;
          for (let state = 0; state < states; state += 1)
            odds[state]! += weight[state]! * (gain - 0.5 * weight[state]! * precision);
        }
      }
      let most = -Infinity;
      for (let state = 0; state < states; state += 1) if (odds[state]! > most) most = odds[state]!;
      let sum = 0;
      for (let state = 0; state < states; state += 1)
        sum += here[state]! *= Math.exp(Math.max(-mostLogOdds, (odds[state]! - most) / heat));
      for (let state = 0; state < states; state += 1) here[state]! /= sum;
    }
  }

  private turn(before: Float64Array, here: Float64Array): void {
    const { states, turns } = this;
    for (let to = 0; to < states; to += 1) here[to] = 0;
    for (let from = 0; from < states; from += 1) {
      const chance = before[from]!;
      for (let to = 0; to < states; to += 1) here[to]! += chance * turns[from * states + to]!;
    }
  }

  private sample(member: number, history: Int8Array): void {
    const { states, turns } = this;
    const [first, last] = this.model.spans[member]!;
    for (let time = last, later = -1; time >= first; time -= 1) {
      const here = this.filtered[time]!;
      if (later !== -1) for (let state = 0; state < states; state += 1) here[state]! *= turns[state * states + later]!;
      later = this.draw(here);
      history[time] = later;
    }
  }

  private draw(weights: Float64Array): number {
    let sum = 0;
    for (let state = 0; state < this.states; state += 1) sum += weights[state]!;
    let left = this.random.next() * sum;
    for (let state = 0; state < this.states - 1; state += 1) if ((left -= weights[state]!) < 0) return state;
    return this.states - 1;
  }

  /** Gives a member a history, and changes the sums of the readings by it. */
  private become(member: number, history: Int8Array): void {
    const { residuals, precisions, sums } = this;
    const { list, ends, times, patterns } = this.byMember[member]!;
    const known = this.stateOf[member]!;
    for (let run = 0, at = 0; run < ends.length; at = ends[run]!, run += 1) {
      const [before, state] = [known[times[run]!]!, history[times[run]!]!];
      if (before === state) continue;
      const weight = this.model.weights[patterns[run]!]!;
      const by = weight[state]! - (before === -1 ? 0 : weight[before]!);
      if (by === 0) continue;
      for (; at < ends[run]!; at += 1) {
        const which = list[at]!;
        const precision = precisions[which]!;
        if (precision < 0) sums[which]! += by;
        else residuals[which]! -= by * precision;
      }
    }
    const [first, last] = this.model.spans[member]!;
    for (let time = first; time <= last; time += 1) known[time] = history[time]!;
  }
}

function runsOf(list: readonly number[], readings: readonly FamilyReading[]): MemberReadings {
  const runs: { end: number; time: number; pattern: number; precision: number }[] = [];
  for (const [at, which] of list.entries()) {
    const { time, pattern, value, variance } = readings[which]!;
    const isNumber = typeof value === 'number';
    const last = runs.at(-1);
    if (last?.time === time && last.pattern === pattern && last.precision > 0 === isNumber) {
      last.end = at + 1;
      if (isNumber) last.precision += 1 / variance;
    } else runs.push({ end: at + 1, time, pattern, precision: isNumber ? 1 / variance : -1 });
  }
  return {
    list: Int32Array.from(list),
    ends: Int32Array.from(runs, ({ end }) => end),
    times: Int32Array.from(runs, ({ time }) => time),
    patterns: Int32Array.from(runs, ({ pattern }) => pattern),
    precisions: Float64Array.from(runs, ({ precision }) => precision),
  };
}

/** The growth of the log likelihood of bounds when one more member is counted, by the number of others that are. */
function stepsOf({ value, variance, members }: FamilyReading): Float64Array | null {
  if (typeof value === 'number') return null;
  const deviation = Math.sqrt(variance);
  const fits = Array.from({ length: members.length + 1 }, (_, count) => {
    const over = count > value.high ? normalBelow((value.high + 0.5 - count) / deviation) : 1;
    const under = count < value.low ? normalBelow((count + 0.5 - value.low) / deviation) : 1;
    return Math.log(Math.max(1e-12, over * under));
  });
  return Float64Array.from(members, (_, others) => fits[others + 1]! - fits[others]!);
}
