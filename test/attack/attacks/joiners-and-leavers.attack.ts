import type { Attack } from '../attack.js';
import type { Book } from '../book.js';
import { wholePlan, type Cell } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { facts, type Fact } from '../facts.js';
import { without, type PlanKnowledge } from '../knowledge.js';
import { factorError, totalError } from '../mechanism.js';

const asked = [facts.noNomination, facts.noLifeInsurance, facts.signedIn, facts.engaged];
/** Other members' balances grow by about the plan's average; the standard error of a group's growth. */
const growthError = 0.01;

/** Compares a group at two months between which members only joined or only left. */
export const joinersAndLeavers: Attack = {
  name: 'joiners and leavers',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) {
      for (const fact of asked) byCounts(await employer.counts(plan, fact), plan, fact, claims);
      await byBalances(employer, plan, claims);
    }
    return claims;
  },
};

export function byCounts(book: Book, plan: PlanKnowledge, fact: Fact, claims: Claims): void {
  for (const { cell, before, month, left, came } of turnovers(book, plan)) {
    const [then, now] = [book.valueAt(cell, before), book.valueAt(cell, month)];
    if (!then || !now) continue;
    const claim = { planId: plan.planId, fact, variance: then.variance + now.variance };
    if (came.length === 0)
      claims.groups.push({ ...claim, month: before, members: left, count: then.value - now.value });
    if (left.length === 0) claims.groups.push({ ...claim, month, members: came, count: now.value - then.value });
  }
}

async function byBalances(employer: Employer, plan: PlanKnowledge, claims: Claims): Promise<void> {
  const book = await employer.balances(plan);
  const averageAt = (month: string) =>
    (book.valueAt(wholePlan, month)?.value ?? NaN) / plan.members(wholePlan, month).length;
  for (const { cell, before, month, left, came } of turnovers(book, plan)) {
    const [then, now] = [book.valueAt(cell, before)?.value, book.valueAt(cell, month)?.value];
    const growth = averageAt(month) / averageAt(before);
    if (then === undefined || now === undefined || !(growth > 0)) continue;
    const noise = totalError(employer.mechanism, then / Math.max(1, plan.members(cell, before).length));
    const errorOf = (dollars: number, others: number) =>
      Math.hypot(noise, noise, growthError * others, factorError(employer.mechanism) * dollars);
    if (came.length === 0 && left.length === 1) {
      const dollars = then - now / growth;
      claims.balances.push({
        planId: plan.planId,
        month: before,
        member: left[0]!,
        dollars,
        error: errorOf(dollars, now),
      });
    }
    if (left.length === 0 && came.length === 1) {
      const dollars = now - then * growth;
      claims.balances.push({ planId: plan.planId, month, member: came[0]!, dollars, error: errorOf(dollars, then) });
    }
  }
}

/** Groups between two answers that 1 to 10 members joined and none left, or vice versa. */
function* turnovers(
  book: Book,
  plan: PlanKnowledge,
): Generator<{ cell: Cell; before: string; month: string; left: number[]; came: number[] }> {
  for (const { cell, months } of book.groups())
    for (const [at, month] of months.entries()) {
      const before = months[at - 1];
      if (before === undefined) continue;
      const [then, now] = [plan.members(cell, before), plan.members(cell, month)];
      const [left, came] = [without(then, now), without(now, then)];
      if ((left.length === 0) !== (came.length === 0) && left.length + came.length <= 10)
        yield { cell, before, month, left, came };
    }
}
