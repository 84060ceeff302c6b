import type { Attack } from '../attack.js';
import { childrenOf, freeDimensions } from '../book.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { facts, type Fact } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';

const asked: readonly Fact[] = [
  facts.noNomination,
  facts.noLifeInsurance,
  facts.signedIn,
  facts.engaged,
  facts.voluntary,
];

/** Subtracts a group's published parts from the group, which leaves the withheld parts. */
export const subtraction: Attack = {
  name: 'subtraction of parts',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) for (const fact of asked) await subtract(employer, plan, fact, claims);
    return claims;
  },
};

async function subtract(employer: Employer, plan: PlanKnowledge, fact: Fact, claims: Claims): Promise<void> {
  const book = await employer.counts(plan, fact);
  for (const { cell, months } of book.groups())
    for (const by of freeDimensions(cell))
      for (const month of months) {
        const whole = book.valueAt(cell, month);
        if (!whole) continue;
        let { value: count, variance } = whole;
        const rest: number[] = [];
        let parts = 0;
        for (const child of childrenOf(plan, cell, by)) {
          const members = plan.members(child, month);
          if (members.length === 0) continue;
          const part = book.valueAt(child, month);
          if (part) {
            parts += 1;
            count -= part.value;
            variance += part.variance;
          } else rest.push(...members);
        }
        if (parts > 0 && rest.length > 0)
          claims.groups.push({ planId: plan.planId, month, fact, members: rest, count, variance });
      }
}
