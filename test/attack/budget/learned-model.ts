import { monthBefore, type PopulationPlan } from './population.js';
import type { Row } from './row-expression.js';
import type { SecretFact } from './secret-facts.js';

/** Facts whose truths correlate at least this much, either sign, are read together. */
const nearTwins = 0.5;
/** A family has at most this many facts, because the attack samples every combination of their truths. */
const mostFacts = 3;

/** Rows of a population in one list, and the truth of every fact of each. */
export class Learned {
  private readonly rows: Row[] = [];
  /** The same member's row of the month before, or -1. */
  private readonly before: number[] = [];
  /** The rows of the last month. */
  private readonly newest: number[] = [];
  private readonly truths = new Map<string, Uint8Array>();
  private readonly correlations = new Map<string, number>();

  constructor(
    plans: readonly PopulationPlan[],
    readonly facts: readonly SecretFact[],
  ) {
    for (const plan of plans) {
      let earlier = new Map<string, number>();
      for (const [at, rows] of plan.rows.entries()) {
        const known = monthBefore(plan, at) === null ? new Map<string, number>() : earlier;
        earlier = new Map();
        for (const [memberId, row] of rows) {
          earlier.set(memberId, this.rows.length);
          if (at === plan.months.length - 1) this.newest.push(this.rows.length);
          this.before.push(known.get(memberId) ?? -1);
          this.rows.push(row);
        }
      }
    }
  }

  truthOf({ label, has }: SecretFact): Uint8Array {
    let truth = this.truths.get(label);
    if (!truth) this.truths.set(label, (truth = Uint8Array.from(this.rows, (row) => Number(has(row)))));
    return truth;
  }

  /** The share of members with a fact in the newest month. */
  shareOf(fact: SecretFact): number {
    const truth = this.truthOf(fact);
    return this.newest.reduce((sum, row) => sum + truth[row]!, 0) / this.newest.length;
  }

  /** The correlation of two facts over the members of the newest month; 0 where one is true of all or none. */
  correlation(one: SecretFact, other: SecretFact): number {
    const id = [one.label, other.label].sort().join(' ');
    const known = this.correlations.get(id);
    if (known !== undefined) return known;
    const [a, b] = [this.truthOf(one), this.truthOf(other)];
    const [p, q] = [this.shareOf(one), this.shareOf(other)];
    const both = this.newest.reduce((sum, row) => sum + a[row]! * b[row]!, 0) / this.newest.length;
    const spread = Math.sqrt(p * (1 - p) * q * (1 - q));
    const found = spread === 0 ? 0 : (both - p * q) / spread;
    this.correlations.set(id, found);
    return found;
  }

  /** The families of facts that are read together: each fact with its nearest twins. */
  families(): SecretFact[][] {
    const told = this.facts.filter((fact) => {
      const share = this.shareOf(fact);
      return share > 0 && share < 1;
    });
    const families = new Map<string, SecretFact[]>();
    for (const fact of told) {
      const strength = (other: SecretFact) => Math.abs(this.correlation(fact, other));
      const twins = told.filter((other) => other !== fact && strength(other) >= nearTwins);
      const nearest = twins.sort((a, b) => strength(b) - strength(a)).slice(0, mostFacts - 1);
      const family = [fact, ...nearest].sort((a, b) => (a.label < b.label ? -1 : 1));
      families.set(family.map(({ label }) => label).join(' '), family);
    }
    const all = [...families.values()];
    const isWithin = (some: SecretFact[], others: SecretFact[]) =>
      some !== others && some.every((fact) => others.includes(fact));
    return all.filter((family) => !all.some((other) => isWithin(family, other)));
  }

  /** The rates of a family: how often members of each age and salary group have each combination of its facts, and how these turn. */
  rates(family: readonly SecretFact[]): FamilyRates {
    const truths = family.map((fact) => this.truthOf(fact));
    const combinationOf = (row: number) => truths.reduce((bits, truth, at) => bits | (truth[row]! << at), 0);
    const combinations = this.rows.map((_, row) => combinationOf(row));
    const states = [...new Set(combinations)].sort((a, b) => a - b);
    const stateOf = combinations.map((bits) => states.indexOf(bits));
    const counts = () => new Float64Array(states.length);
    const overall = counts();
    const byAge = new Map<string, Float64Array>();
    const byStratum = new Map<string, Float64Array>();
    const turns = states.map(() => counts());
    const add = (to: Map<string, Float64Array>, key: string, state: number) => {
      let sums = to.get(key);
      if (!sums) to.set(key, (sums = counts()));
      sums[state]! += 1;
    };
    for (const [row, state] of stateOf.entries()) {
      overall[state]! += 1;
      add(byAge, ageOf(this.rows[row]!), state);
      add(byStratum, stratumOf(this.rows[row]!), state);
      const before = this.before[row]!;
      if (before !== -1) turns[stateOf[before]!]![state]! += 1;
    }
    const whole = shares(overall);
    const ofAge = new Map([...byAge].map(([age, sums]) => [age, drawnTo(sums, whole, 100)]));
    const ofStratum = new Map(
      [...byStratum].map(([stratum, sums]) => [stratum, drawnTo(sums, ofAge.get(stratum.split('|')[0]!)!, 100)]),
    );
    return {
      states,
      prior: (row) => ofStratum.get(stratumOf(row)) ?? ofAge.get(ageOf(row)) ?? whole,
      turns: turns.map((sums) => drawnTo(sums, whole, 1)),
    };
  }
}

export const ageOf = (row: Row): string => String(row['age_group']);
export const stratumOf = (row: Row): string => `${ageOf(row)}|${String(row['salary_group'])}`;

const shares = (sums: Float64Array): Float64Array => {
  const all = sums.reduce((total, each) => total + each, 0);
  return sums.map((each) => each / all);
};

/** The shares of some counts, drawn towards others' shares with the weight of so many members. */
const drawnTo = (sums: Float64Array, to: Float64Array, weight: number): Float64Array =>
  shares(sums.map((each, at) => each + weight * to[at]!));

export interface FamilyRates {
  /** Each state is a combination of the family's facts: bit i is the truth of fact i. */
  states: readonly number[];
  /** The probability of each state when a member is first seen. */
  prior: (row: Row) => Float64Array;
  /** The probability of each state (second index) a month after each state (first index). */
  turns: readonly Float64Array[];
}
