import { Random } from '../../demo-data/random.js';
import { dimensionSets, type PublicDimension } from '../cells.js';
import { ratesAlone, sampleFamily, type FamilyModel } from './family-chains.js';
import { fittedRates, type Likeness } from './fitted-rates.js';
import { ageOf, stratumOf, type FamilyRates } from './learned-model.js';
import type { PopulationPlan } from './population.js';
import { readFamily, type PublicGroup, type SimulatedEdition } from './published-family.js';
import type { Row } from './row-expression.js';
import type { SecretFact } from './secret-facts.js';

const sureAt = 0.95;

const columnOf: Partial<Record<PublicDimension, string>> = {
  gender: 'gender',
  ageGroup: 'age_group',
  salaryGroup: 'salary_group',
  addressState: 'address_state',
  companyId: 'company_id',
  categoryId: 'category_id',
};

/** A plan as an employer knows it: who is in it in which month, and every group that may be asked about. */
export interface KnownPlan {
  size: number;
  months: readonly string[];
  spans: (readonly [number, number])[];
  /** The public columns of each member when first seen. */
  first: Row[];
  groups: PublicGroup[];
  /** The groups of members of whom the rates are alike. */
  likeness: Likeness[];
}

export function knownPlan({ size, months, rows }: PopulationPlan): KnownPlan {
  const places = new Map<string, number>();
  const spans: [number, number][] = [];
  const first: Row[] = [];
  for (const [time, those] of rows.entries())
    for (const [memberId, row] of those) {
      const place = places.get(memberId);
      if (place === undefined) {
        places.set(memberId, spans.length);
        spans.push([time, time]);
        first.push(row);
      } else spans[place]![1] = time;
    }
  const groups = rows.flatMap((those, time) => {
    const found = new Map<string, PublicGroup>();
    for (const set of dimensionSets(3)) {
      const columns = set.map((name) => columnOf[name]);
      if (columns.includes(undefined)) continue;
      const cells = new Map<string, number[]>();
      for (const [memberId, row] of those) {
        const cell = columns.map((column) => row[column!]).join('|');
        const known = cells.get(cell);
        if (known) known.push(places.get(memberId)!);
        else cells.set(cell, [places.get(memberId)!]);
      }
      for (const members of cells.values()) {
        // Groups of the same members have the same numbers, in whichever way they are asked about.
        const id = members.join();
        if (members.length >= 11 && !found.has(id))
          found.set(id, {
            time,
            month: months[time]!,
            members: Int32Array.from(members),
            plan: those.size,
            columns: set.length,
          });
      }
      if (Number(months[time]!.slice(5)) % 3 !== 0) break;
    }
    return [...found.values()];
  });
  const likeness = first.map((row): Likeness => ['', ageOf(row), stratumOf(row)]);
  return { size, months, spans, first, groups, likeness };
}

/** How many members the attacker is sure of who were not known before, and how many of these claims the rates alone would get right. */
export interface ToldOf {
  claimed: number;
  right: number;
  byPrior: number;
}

export interface FamilyAttack {
  plan: KnownPlan;
  family: readonly SecretFact[];
  rates: FamilyRates;
  editions: readonly SimulatedEdition[];
  /** Determines the members' secrets, and the noise. */
  seed: number;
  rounds: number;
}

/**
 * Draws the members' secrets by the rates, publishes everything about them that may be asked, and samples them from that by the same rates.
 * Returns the score of each fact, of each member's newest month.
 */
export function attackFamily({ plan, family, rates, editions, seed, rounds }: FamilyAttack): ToldOf[] {
  const names = family.map(({ label }) => label).join();
  const random = new Random('budget', seed, plan.size, names);
  const { states, turns } = rates;
  const priors = plan.first.map((row) => rates.prior(row));
  const truth = plan.spans.map(([first, last], member) => {
    const history = new Int8Array(plan.months.length).fill(-1);
    for (let time = first; time <= last; time += 1)
      history[time] = draw(random, time === first ? priors[member]! : turns[history[time - 1]!]!);
    return history;
  });
  const has = (fact: number, time: number, member: number) => ((states[truth[member]![time]!]! >> fact) & 1) === 1;
  const engaged = family.findIndex(({ label }) => label === 'engaged');
  const secret = Buffer.alloc(32, seed);
  const { readings, weights } = readFamily(
    plan.groups,
    { secret, editions, family, has, ...(engaged === -1 ? {} : { engaged }) },
    states,
  );
  const model: FamilyModel = {
    times: plan.months.length,
    spans: plan.spans,
    priors,
    turns,
    weights,
    likeness: plan.likeness.map((names) => names.at(-1)!),
  };
  const sampling = { burnIn: rounds / 3, samples: rounds, random: new Random('sampling', seed, plan.size, names) };
  const found = sampleFamily(model, readings, sampling);
  const scores = family.map((): ToldOf => ({ claimed: 0, right: 0, byPrior: 0 }));
  const alone = plan.spans.map((_, member) => ratesAlone(model, member));
  for (const fact of family.keys()) {
    const chanceIn = (chances: Float64Array) =>
      states.reduce((sum, state, at) => sum + ((state >> fact) & 1) * chances[at]!, 0);
    const chances = Float64Array.from(found, chanceIn);
    const fitted = fittedRates(Float64Array.from(alone, chanceIn), chances, plan.likeness);
    for (const [member, [, last]] of plan.spans.entries()) {
      const [chance, before] = [chances[member]!, fitted[member]!];
      const claims = chance > 0.5;
      const byPrior = claims ? before : 1 - before;
      if (Math.max(chance, 1 - chance) < sureAt || byPrior >= sureAt) continue;
      scores[fact]!.claimed += 1;
      scores[fact]!.right += Number(has(fact, last, member) === claims);
      scores[fact]!.byPrior += byPrior;
    }
  }
  return scores;
}

function draw(random: Random, weights: Float64Array): number {
  let left = random.next();
  for (let state = 0; state < weights.length - 1; state += 1) if ((left -= weights[state]!) < 0) return state;
  return weights.length - 1;
}

/** Right claims net of the rates', in percent of all members of these months, whose newest month is claimed. */
export const netOf = ({ right, byPrior }: ToldOf, { spans }: KnownPlan): number =>
  (100 * (right - byPrior)) / spans.length;

/** The budget of one secret in percent of members, by the size of the plan. */
export const budgetOf = (size: number): number => (size >= 1_000 ? 1 : 0.5);
