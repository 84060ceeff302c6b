import type { Attack } from '../attack.js';
import { combined, wholePlan, type PublicDimension } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { headcount, secretFacts, type Fact } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';
import { countVariance } from '../mechanism.js';
import { equals, monthOf, type Answer } from '../portal-asker.js';

/** Compares unions of filter values, or of plans, that differ by one value or plan. */
export const unions: Attack = {
  name: 'unions and several plans',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const fact of secretFacts) {
        if (fact.lookBack !== undefined) continue;
        for (const by of combined) await allButOne(employer, plan, fact, by, claims);
        await severalPlans(employer, plan, fact, claims);
      }
    return claims;
  },
};

async function allButOne(
  employer: Employer,
  plan: PlanKnowledge,
  fact: Fact,
  by: PublicDimension,
  claims: Claims,
): Promise<void> {
  const book = await employer.counts(plan, fact);
  const values = plan.valuesOf(by);
  if (values.length < 3) return;
  const queries = values.map((left) => {
    const query = employer.query(plan, { filters: wholePlan, breakdowns: [] }, [fact.measure ?? headcount], fact);
    return {
      ...query,
      filters: [
        ...query.filters!,
        equals(
          `Member.${by}`,
          values.filter((value) => value !== left),
        ),
      ],
    };
  });
  const answers = await employer.asks.ask(queries);
  for (const [at, left] of values.entries())
    for (const { month, count, leftOut } of countsOf(answers[at]!, fact)) {
      const whole = book.valueAt(wholePlan, month);
      const rest = [left, ...leftOut].flatMap((value) => plan.members({ [by]: value }, month));
      const members = rest.sort((a, b) => a - b);
      if (!whole || members.length === 0) continue;
      const others = countVariance(employer.mechanism, false) * (values.length - 1);
      const claim = { planId: plan.planId, month, fact, members, variance: whole.variance + others };
      claims.groups.push({ ...claim, count: whole.value - count });
    }
}

/** Queries a plan together with each other plan, and subtracts the other. */
async function severalPlans(employer: Employer, plan: PlanKnowledge, fact: Fact, claims: Claims): Promise<void> {
  const own = await employer.counts(plan, fact);
  for (const other of employer.plans) {
    if (other === plan) continue;
    const query = employer.query(plan, { filters: wholePlan, breakdowns: [] }, [fact.measure ?? headcount], fact);
    const [, ...filters] = query.filters!;
    const both = { ...query, filters: [equals('Member.planId', [plan.planId, other.planId]), ...filters] };
    const [answer] = await employer.asks.ask([both]);
    const book = await employer.counts(other, fact);
    for (const { month, count, leftOut } of countsOf(answer!, fact)) {
      const theirs = book.valueAt(wholePlan, month);
      if (!theirs || leftOut.length > 0 || own.valueAt(wholePlan, month)) continue;
      const members = plan.members(wholePlan, month);
      const variance = theirs.variance + 2 * countVariance(employer.mechanism, true);
      claims.groups.push({ planId: plan.planId, month, fact, members, count: count - theirs.value, variance });
    }
  }
}

/** A union's count for each month, with the parts left out. */
function countsOf(answer: Answer, fact: Fact): { month: string; count: number; leftOut: readonly string[] }[] {
  const [result] = answer ?? [];
  return (result?.data ?? []).flatMap((row, at) => {
    const count = row[fact.measure ?? headcount];
    const leftOut = result!.leftOut?.find((note) => note.row === at)?.parts ?? [];
    return typeof count === 'number' ? [{ month: monthOf(row['MemberSnapshot.month']), count, leftOut }] : [];
  });
}
