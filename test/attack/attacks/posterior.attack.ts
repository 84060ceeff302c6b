import { setImmediate } from 'node:timers/promises';
import { Random } from '../../demo-data/random.js';
import type { Attack } from '../attack.js';
import { dimensionsOf, wholePlan, type Cell } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { facts, type Fact } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';
import { monthlyVariance } from '../mechanism.js';
import { sampleRestarted, type CountObservation } from '../member-chains.js';
import { quarterEnds } from './least-squares.attack.js';

/** The secrets, and the generator's probabilities that one begins or ends from one quarter to the next. */
const asked: readonly { fact: Fact; begins: number; ends: number }[] = [
  { fact: facts.noNomination, begins: 0.0005, ends: 0.01 },
  { fact: facts.noLifeInsurance, begins: 0.002, ends: 0.005 },
  { fact: facts.signedIn, begins: 0.06, ends: 0.1 },
];

/** Members' probabilities given all answers at quarter ends, with the true demographic model as the prior. */
export const posterior = (
  priorOf: (plan: PlanKnowledge, fact: Fact) => (member: number) => number,
  rounds = 400,
): Attack => ({
  name: 'posterior by Gibbs sampling',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const { fact, begins, ends } of asked) {
        const months = quarterEnds(employer.months);
        const present = months.map((month) => new Set(plan.members(wholePlan, month)));
        const model = {
          times: months.length,
          members: plan.memberCount,
          isPresent: (time: number, member: number) => present[time]!.has(member),
          prior: priorOf(plan, fact),
          begins,
          ends,
        };
        const isExact = employer.mechanism === 'exact';
        const sampling = {
          burnIn: rounds / (isExact ? 4 : 2),
          samples: rounds / (isExact ? 8 : 1),
          random: new Random('posterior', plan.planId, fact.name),
        };
        const chances = sampleRestarted(
          model,
          await observations(employer, plan, fact, months),
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
  fact: Fact,
  months: readonly string[],
): Promise<CountObservation[]> {
  const book = await employer.counts(plan, fact);
  const groupOf = (cell: Cell, month: string) => plan.members(cell, month);
  const found: CountObservation[] = [];
  for (const { cell } of book.groups()) {
    const whole = dimensionsOf(cell).length === 0;
    const lasting = monthlyVariance(employer.mechanism, whole);
    const runs = runLengths(months.map((month) => groupOf(cell, month).join()));
    for (const [time, month] of months.entries()) {
      const figure = book.at(cell, month);
      const members = groupOf(cell, month);
      if (!figure || members.length === 0) continue;
      const repeated = lasting * (runs[time]! - 1);
      if (figure.kind === 'value')
        found.push({ time, members, value: figure.value, variance: figure.variance + repeated });
      else found.push({ time, members, value: figure, variance: 2 * lasting });
    }
  }
  return found;
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
