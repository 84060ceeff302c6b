import type { Attack } from '../attack.js';
import { Claims } from '../claims.js';
import { facts } from '../facts.js';
import { sameMembers } from '../knowledge.js';

const asked = [facts.noNomination, facts.noLifeInsurance, facts.engaged, facts.voluntary];

/** Compares a group with the same members at two months, which differ by the few members who changed. */
export const unchangedGroups: Attack = {
  name: 'a change within an unchanged group',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const fact of asked) {
        const book = await employer.counts(plan, fact);
        for (const { cell, months } of book.groups())
          for (const [at, month] of months.entries()) {
            const since = months[at - 1];
            if (since === undefined) continue;
            const members = plan.members(cell, month);
            if (!sameMembers(members, plan.members(cell, since))) continue;
            const [then, now] = [book.valueAt(cell, since), book.valueAt(cell, month)];
            if (!then || !now || then.value === now.value) continue;
            // The noise that belongs to the group is the same in both.
            const variance = (then.variance + now.variance) / 2;
            const count = now.value - then.value;
            claims.changes.push({ planId: plan.planId, since, month, fact, members, count, variance });
          }
      }
    return claims;
  },
};
