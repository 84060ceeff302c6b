import type { Attack } from '../attack.js';
import { cellKey, wholePlan, type Cell } from '../cells.js';
import { Claims } from '../claims.js';
import { facts, type Fact } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';
import { without } from '../knowledge.js';

/** Whose nomination was corrected at the newest month. */
export const corrected: Fact = { name: 'nomination corrected', reach: 1 };

/** Figures before and after the fund imports a correction of one member: groups that changed have them, the others have not. */
export const corrections = (correct: (planId: string) => Promise<void>): Attack => ({
  name: 'before and after a correction',
  async run(employer) {
    const claims = new Claims();
    const month = employer.months.at(-1)!;
    for (const plan of employer.plans) {
      const before = await employer.counts(plan, facts.noNomination);
      const known = new Map([...before.groups()].map(({ cell }) => [cellKey(cell), before.valueAt(cell, month)]));
      await correct(plan.planId);
      employer.forget();
      const after = await employer.counts(plan, facts.noNomination);
      const changed: { cell: Cell; by: number; variance: number }[] = [];
      const same: Cell[] = [];
      for (const { cell } of after.groups()) {
        const [then, now] = [known.get(cellKey(cell)), after.valueAt(cell, month)];
        if (!then || !now) continue;
        if (then.value === now.value) same.push(cell);
        else changed.push({ cell, by: now.value - then.value, variance: (then.variance + now.variance) / 2 });
      }
      for (const { cell, by, variance } of changed) {
        const members = plan.members(cell, month);
        claims.groups.push({ planId: plan.planId, month, fact: corrected, members, count: Math.abs(by), variance });
      }
      if (changed.length === 0) continue;
      const suspects = narrowed(plan, month, changed, same);
      if (suspects.length === 0) continue;
      const claim = { planId: plan.planId, month, fact: corrected, members: suspects, count: 1 };
      claims.groups.push({ ...claim, variance: changed[0]!.variance });
      if (suspects.length === 1 && changed[0]!.variance === 0) {
        const has = changed[0]!.by > 0;
        claims.members.push({
          planId: plan.planId,
          month,
          fact: facts.noNomination,
          member: suspects[0]!,
          has,
          confidence: 1,
        });
      }
    }
    return claims;
  },
});

/** Those who are in every group that changed and in none that stayed the same. */
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
