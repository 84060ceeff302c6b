import type { Attack } from '../attack.js';
import type { Book } from '../book.js';
import { wholePlan, type Cell } from '../cells.js';
import { Claims } from '../claims.js';
import { facts, type Fact } from '../facts.js';
import { without, type PlanKnowledge } from '../knowledge.js';

/** The fact that a member's nomination was changed by the correction with this number, at the newest month. */
export const corrected = (time: number): Fact => ({ name: `nomination corrected, ${time}`, reach: 1 });

/** A fact whose groups are queried in one way only. */
const asked: Fact = { ...facts.noNomination, name: 'no nomination, before and after', byFilters: undefined };
const times = 3;

/** Compares figures before and after a correction of one member: only the groups that changed contain the member. */
export const corrections = (correct: (planId: string, time: number) => Promise<void>): Attack => ({
  name: 'before and after a correction',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (let time = 1; time <= times; time += 1) {
        employer.forget();
        const before = await employer.counts(plan, asked);
        await correct(plan.planId, time);
        employer.forget();
        compare(plan, employer.months.at(-1)!, corrected(time), before, await employer.counts(plan, asked), claims);
      }
    return claims;
  },
});

function compare(plan: PlanKnowledge, month: string, fact: Fact, before: Book, after: Book, claims: Claims): void {
  const changed: { cell: Cell; by: number; variance: number }[] = [];
  const same: Cell[] = [];
  for (const { cell } of after.groups()) {
    const [then, now] = [before.valueAt(cell, month), after.valueAt(cell, month)];
    if (!then || !now) continue;
    if (then.value === now.value) same.push(cell);
    // The noise that belongs to the group is the same in both.
    else changed.push({ cell, by: now.value - then.value, variance: (then.variance + now.variance) / 2 });
  }
  const claim = { planId: plan.planId, month, fact };
  for (const { cell, by, variance } of changed)
    claims.groups.push({ ...claim, members: plan.members(cell, month), count: Math.abs(by), variance });
  const suspects = changed.length === 0 ? [] : narrowed(plan, month, changed, same);
  if (suspects.length === 0) return;
  const { by, variance } = changed[0]!;
  claims.groups.push({ ...claim, members: suspects, count: 1, variance });
  const [member] = suspects;
  if (suspects.length === 1 && variance === 0)
    claims.members.push({ ...claim, fact: facts.noNomination, member: member!, has: by > 0, confidence: 1 });
}

/** The members who are in every changed group and in no unchanged one. */
function narrowed(
  plan: PlanKnowledge,
  month: string,
  changed: readonly { cell: Cell }[],
  same: readonly Cell[],
): number[] {
  let suspects = [...plan.members(wholePlan, month)];
  for (const { cell } of changed) suspects = without(suspects, without(suspects, plan.members(cell, month)));
  for (const cell of same) suspects = without(suspects, plan.members(cell, month));
  return suspects;
}
