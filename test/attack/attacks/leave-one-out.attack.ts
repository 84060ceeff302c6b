import type { Attack } from '../attack.js';
import { childrenOf, freeDimensions } from '../book.js';
import type { Cell } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { factorError, totalError } from '../mechanism.js';
import { secretFacts } from '../facts.js';
import { without, type PlanKnowledge } from '../knowledge.js';

/** Compares two nested groups that differ by a single member with distinctive public attributes. */
export const leaveOneOut: Attack = {
  name: 'leave one out',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) {
      for (const fact of secretFacts) {
        const book = await employer.counts(plan, fact);
        for (const { cell, months } of book.groups())
          for (const month of months)
            for (const { inner, member } of apartByOne(plan, cell, month)) {
              const [larger, smaller] = [book.valueAt(cell, month), book.valueAt(inner, month)];
              if (!larger || !smaller) continue;
              const count = larger.value - smaller.value;
              const variance = larger.variance + smaller.variance;
              claims.groups.push({ planId: plan.planId, month, fact, members: [member], count, variance });
            }
      }
      await byBalances(employer, plan, claims);
    }
    return claims;
  },
};

async function byBalances(employer: Employer, plan: PlanKnowledge, claims: Claims): Promise<void> {
  const { mechanism } = employer;
  const book = await employer.balances(plan);
  for (const { cell, months } of book.groups())
    for (const month of months)
      for (const { inner, member } of apartByOne(plan, cell, month)) {
        const [larger, smaller] = [book.valueAt(cell, month), book.valueAt(inner, month)];
        if (!larger || !smaller) continue;
        const dollars = larger.value - smaller.value;
        const noise = totalError(mechanism, larger.value / plan.members(cell, month).length);
        const error = Math.hypot(noise, noise, factorError(mechanism) * dollars);
        claims.balances.push({ planId: plan.planId, month, member, dollars, error });
      }
}

/** Groups with one or two more attributes that exclude exactly one member. */
function apartByOne(plan: PlanKnowledge, cell: Cell, month: string): { inner: Cell; member: number }[] {
  const members = plan.members(cell, month);
  const found: { inner: Cell; member: number }[] = [];
  const look = (inner: Cell) => {
    const those = plan.members(inner, month);
    if (those.length === members.length - 1) found.push({ inner, member: without(members, those)[0]! });
    return those.length >= members.length - 1;
  };
  for (const by of freeDimensions(cell))
    for (const child of childrenOf(plan, cell, by))
      if (look(child))
        for (const further of freeDimensions(child))
          if (further > by) for (const grandchild of childrenOf(plan, child, further)) look(grandchild);
  return found;
}
