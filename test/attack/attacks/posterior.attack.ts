import { setImmediate } from 'node:timers/promises';
import { Random } from '../../demo-data/random.js';
import type { Attack } from '../attack.js';
import type { Book } from '../book.js';
import { cellKey, dimensionsOf, wholePlan, type Cell } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { facts, type Fact } from '../facts.js';
import type { Figure } from '../figure.js';
import type { PlanKnowledge } from '../knowledge.js';
import { countVariance } from '../mechanism.js';
import { hasItOrNot, sampleRestarted, type ChainModel, type CountObservation } from '../member-chains.js';
import { nominationPrior, nominationTurns, type PriorOf } from '../prior.js';
import { quarterEnds } from './least-squares.attack.js';

type States = Pick<ChainModel, 'prior' | 'turns' | 'turnsInto'>;

/** A published count of a group's members in some of the model's states. */
interface Reading {
  states: readonly number[];
  /** Facts with this count; several facts are neighbours that add up. The first number is used, or else the first bounds. */
  by: readonly (readonly Fact[])[];
  /** The index of another reading that already contains this one if it is a number. */
  unless?: number;
}

interface AskedSecret {
  /** The fact that is true in the last state. */
  fact: Fact;
  states: (plan: PlanKnowledge, priorOf: PriorOf, months: readonly string[]) => States;
  readings: readonly Reading[];
}

const { binding, nonBinding, expired, valid, nominated, noNomination } = facts;

const hasOrNot = (fact: Fact, begins: number, ends: number, likeIt: readonly Fact[] = []): AskedSecret => ({
  fact,
  states: (plan, priorOf, months) => {
    const chance = priorOf(plan, fact);
    const firstSeen = (member: number) =>
      months.findIndex((month) => plan.valueOf('gender', month, member) !== undefined);
    return hasItOrNot((member, time) => chance(member, months[time]), firstSeen, begins, ends);
  },
  readings: [fact, ...likeIt].map((each) => ({ states: [1], by: [[each]] })),
});

/** Reads all boundaries, because each has its own noise, and hardly any members lie between some of them. */
const nominations: AskedSecret = {
  fact: noNomination,
  states: (plan) => ({ prior: nominationPrior(plan), turns: nominationTurns }),
  readings: [
    { states: [0], by: [[binding]] },
    { states: [0, 1], by: [[valid], [binding, nonBinding]] },
    { states: [0, 1, 2], by: [[nominated], [binding, nonBinding, expired]] },
    { states: [1], by: [[nonBinding]], unless: 1 },
    { states: [2], by: [[expired]], unless: 2 },
    { states: [3], by: [[noNomination]], unless: 2 },
  ],
};

/** The numbers are the chances that a fact begins or ends from one quarter to the next, as in the model that generates members. */
const asked: readonly AskedSecret[] = [
  nominations,
  // Nearly everybody without cover at death has no cover at all.
  hasOrNot(facts.noLifeInsurance, 0.002, 0.005, [facts.noCover]),
];

/** Members' probabilities given all answers at quarter ends, with the true demographic model as the prior. */
export const posterior = (priorOf: PriorOf, rounds = 2_000): Attack => ({
  name: 'posterior by Gibbs sampling',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const secret of asked) {
        const { fact } = secret;
        const months = quarterEnds(employer.months);
        const present = months.map((month) => new Set(plan.members(wholePlan, month)));
        const model: ChainModel = {
          times: months.length,
          members: plan.memberCount,
          isPresent: (time, member) => present[time]!.has(member),
          ...secret.states(plan, priorOf, months),
        };
        const isExact = employer.mechanism === 'exact';
        const sampling = {
          burnIn: rounds / 4,
          samples: rounds / (isExact ? 8 : 1),
          random: new Random('posterior', plan.planId, fact.name),
        };
        const chances = sampleRestarted(
          model,
          await observations(employer, plan, secret, months),
          sampling,
          isExact ? 4 : 1,
        );
        // Lets the event loop process closed connections between long computations.
        await setImmediate();
        for (let member = 0; member < plan.memberCount; member += 1) {
          const time = present.findLastIndex((those) => those.has(member));
          if (time === -1) continue;
          const chance = chances[time]![member]!;
          const claim = { planId: plan.planId, month: months[time]!, fact, member, has: chance > 0.5 };
          claims.members.push({ ...claim, confidence: Math.max(chance, 1 - chance) });
        }
      }
    return claims;
  },
});

/** Noise that belongs to the group does not average out over the quarters in which the group stays the same. */
async function observations(
  employer: Employer,
  plan: PlanKnowledge,
  { readings }: AskedSecret,
  months: readonly string[],
): Promise<CountObservation[]> {
  const named = new Set(readings.flatMap(({ by }) => by.flat()));
  const books = new Map<Fact, Book>();
  for (const fact of named) books.set(fact, await employer.counts(plan, fact));
  const cells = new Map<string, Cell>();
  for (const book of books.values()) for (const { cell } of book.groups()) cells.set(cellKey(cell), cell);
  const found: CountObservation[] = [];
  for (const cell of cells.values()) {
    const groups = months.map((month) => plan.members(cell, month));
    const noise = countVariance(employer.mechanism, dimensionsOf(cell).length === 0);
    const runs = runLengths(groups.map((group) => group.join()));
    for (const [time, month] of months.entries()) {
      const members = groups[time]!;
      if (members.length === 0) continue;
      const read = readings.map(({ by }) => best(by, (fact) => books.get(fact)!.at(cell, month), noise));
      for (const [i, { states, unless }] of readings.entries()) {
        const known = read[i];
        if (!known || (unless !== undefined && typeof read[unless]?.value === 'number')) continue;
        const { value, boundaries } = known;
        // Half of the noise stays with an unchanged group, so repeated answers share it.
        const repeated = typeof value === 'number' ? (boundaries * noise * (runs[time]! - 1)) / 2 : 0;
        found.push({ time, members, states, value, variance: known.variance + repeated });
      }
    }
  }
  return found;
}

type Known = Pick<CountObservation, 'value' | 'variance'> & { boundaries: number };

/**
 * The best known value of a reading. A sum of neighbours has only the noise of its outer boundary, as the first fact has, because the others
 * cancel out.
 */
export function best(by: Reading['by'], figureOf: (fact: Fact) => Figure | undefined, noise: number): Known | null {
  let bounds: Known | null = null;
  const boundaries = by[0]![0]!.boundaries ?? 1;
  for (const those of by) {
    let [value, variance, isNumber] = [0, boundaries * noise, true];
    for (const fact of those) {
      const figure = figureOf(fact);
      if (figure?.kind === 'value') {
        value += figure.value;
        variance += figure.variance - (fact.boundaries ?? 1) * noise;
      } else isNumber = false;
      if (figure?.kind === 'between' && those.length === 1) bounds ??= { value: figure, variance, boundaries };
    }
    if (isNumber) return { value, variance, boundaries };
  }
  return bounds;
}

/** The length of the run of equal texts at each place. */
export function runLengths(texts: readonly string[]): number[] {
  const lengths = new Array<number>(texts.length).fill(1);
  for (let from = 0; from < texts.length;) {
    let to = from;
    while (to < texts.length && texts[to] === texts[from]) to += 1;
    lengths.fill(to - from, from, to);
    from = to;
  }
  return lengths;
}
