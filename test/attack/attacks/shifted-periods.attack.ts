import { isQuarterEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import type { Attack } from '../attack.js';
import { wholePlan, type Cell } from '../cells.js';
import { cellsOf } from '../book.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { headcount, reading, type Fact } from '../facts.js';
import { countFigure, notesByRow, type Figure } from '../figure.js';
import type { PlanKnowledge } from '../knowledge.js';
import { equals, rangeOf, type Result } from '../portal-asker.js';

const flag = 'loggedInMember';
const signedIn = equals(`Member.${flag}`, ['1']);
const starts = 13;

/**
 * Asks for periods that begin a month or a day apart. Those with one look-back must have one number; two look-backs differ by the members
 * who last signed in between.
 */
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
  const end = employer.months.findLast(isQuarterEnd);
  if (end === undefined) return;
  const lastDay = rangeOf(end, end)[1]!;
  const days = Array.from({ length: starts }, (_, i) => shiftMonth(end, i + 1 - starts)).flatMap((month) => [
    `${month}-01`,
    `${month}-02`,
  ]);
  const answers = await employer.asks.ask(
    days.map((day) => ({
      measures: [headcount],
      filters: [...employer.of(plan, cell).filters, signedIn],
      timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: [day, lastDay] }],
    })),
  );
  const members = plan.members(cell, end);
  const figures = new Map<number, { told: unknown; figure: Figure | undefined }>();
  for (const answer of answers) {
    const result: Result | undefined = answer?.[0];
    const [row] = result?.data ?? [];
    if (!row || result?.lookBackMonths === undefined) continue;
    const known = figures.get(result.lookBackMonths);
    if (known) claims.compare(known.told, row[headcount]);
    const notes = notesByRow(result).get(0);
    const figure = countFigure(row, notes, headcount, members.length, employer.mechanism, cell === wholePlan);
    figures.set(result.lookBackMonths, { told: row[headcount], figure });
  }
  for (const [lookBack, { figure: outer }] of figures)
    for (const [shorter, { figure: inner }] of figures) {
      if (shorter >= lookBack || outer?.kind !== 'value' || inner?.kind !== 'value') continue;
      const fact: Fact = {
        name: `signed in within ${lookBack} months, not within ${shorter}`,
        reach: 1,
        difference: [reading(flag, lookBack), reading(flag, shorter)],
      };
      claims.groups.push({
        planId: plan.planId,
        month: end,
        fact,
        members,
        count: outer.value - inner.value,
        variance: outer.variance + inner.variance,
      });
    }
}
