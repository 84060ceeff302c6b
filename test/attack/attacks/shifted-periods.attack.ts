import type { Attack } from '../attack.js';
import { wholePlan, type Cell } from '../cells.js';
import { cellsOf } from '../book.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { headcount } from '../facts.js';
import { countFigure, notesByRow } from '../figure.js';
import type { PlanKnowledge } from '../knowledge.js';
import { equals, rangeOf } from '../portal-asker.js';

const signedIn = equals('Member.loggedInMember', ['1']);

/** Compares periods that begin a month or a day apart, which differ by the members who last signed in between. */
export const shiftedPeriods: Attack = {
  name: 'ranges of days and periods',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans)
      for (const cell of [wholePlan, ...cellsOf(plan, ['gender']), ...cellsOf(plan, ['ageGroup'])])
        await shift(employer, plan, cell, claims);
    return claims;
  },
};

async function shift(employer: Employer, plan: PlanKnowledge, cell: Cell, claims: Claims): Promise<void> {
  const newest = employer.months.at(-1)!;
  const starts = employer.months.slice(-13);
  const days = starts.flatMap((month) => [`${month}-01`, `${month}-02`]);
  const question = employer.query(plan, { filters: cell, breakdowns: [] }, [headcount]);
  const answers = await employer.asks.ask(
    days.map((day) => ({
      ...question,
      filters: [...question.filters!, signedIn],
      timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: [day, rangeOf(newest, newest)[1]!] }],
    })),
  );
  const members = plan.members(cell, newest);
  const figures = answers.map((answer) => {
    const [row] = answer?.[0]?.data ?? [];
    const whole = cell === wholePlan;
    return (
      row && countFigure(row, notesByRow(answer![0]!).get(0), headcount, members.length, employer.mechanism, whole)
    );
  });
  for (const [at, figure] of figures.entries())
    for (const step of [1, 2]) {
      const next = figures[at + step];
      if (figure?.kind !== 'value' || next?.kind !== 'value') continue;
      const [from, to] = [days[at]!, days[at + step]!];
      const fact = { name: `last signed in from ${from} to ${to}`, reach: 1, lastSignIn: { from, to } };
      const variance = figure.variance + next.variance;
      claims.groups.push({
        planId: plan.planId,
        month: newest,
        fact,
        members,
        count: figure.value - next.value,
        variance,
      });
    }
}
