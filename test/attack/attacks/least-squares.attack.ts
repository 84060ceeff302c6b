import { Random } from '../../demo-data/random.js';
import type { Attack } from '../attack.js';
import { solveInBox, type SumEquation } from '../box-least-squares.js';
import { wholePlan } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { facts } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';
import { factorError, totalError } from '../mechanism.js';

const asked = [facts.noNomination, facts.noLifeInsurance, facts.withDeathCover, facts.signedIn];
/** Number of solutions for each system, each with another start and answers redrawn within their errors; number of quarters. */
const effort = { exact: { solutions: 6, quarters: 4 }, adjusted: { solutions: 30, quarters: 1 } };
const agreed = 0.97;

/** Solves bounded least squares over all answers of one month, and claims the values common to all solutions. */
export const leastSquares: Attack = {
  name: 'least squares with bounds',
  async run(employer) {
    const claims = new Claims();
    const random = new Random('least squares');
    const { solutions, quarters } = effort[employer.mechanism];
    for (const plan of employer.plans) {
      for (const fact of asked) {
        const book = await employer.counts(plan, fact);
        for (const month of quarterEnds(employer.months).slice(-quarters)) {
          const equations: SumEquation[] = [];
          for (const { cell } of book.groups()) {
            const figure = book.valueAt(cell, month);
            const members = plan.members(cell, month);
            if (figure && members.length > 0)
              equations.push({ members, value: figure.value, weight: 1 / Math.max(0.01, figure.variance) });
          }
          const starts = Array.from({ length: solutions }, (_, i) => () => (i < 2 ? i : random.next()));
          const solved = solveOften(
            equations,
            plan,
            starts,
            { low: 0, high: 1 },
            errorsOf(employer, equations),
            random,
          );
          for (const member of plan.members(wholePlan, month)) {
            const values = solved.map((x) => x[member]!);
            const [least, most] = [Math.min(...values), Math.max(...values)];
            if (least > 0.9 || most < 0.1)
              claims.members.push({ planId: plan.planId, month, fact, member, has: least > 0.9, confidence: agreed });
          }
        }
      }
      await solveBalances(employer, plan, claims, random);
    }
    return claims;
  },
};

async function solveBalances(employer: Employer, plan: PlanKnowledge, claims: Claims, random: Random): Promise<void> {
  const book = await employer.balances(plan);
  const month = employer.months.at(-1)!;
  const equations: SumEquation[] = [];
  const errors: number[] = [];
  for (const { cell } of book.groups()) {
    const figure = book.valueAt(cell, month);
    const members = plan.members(cell, month);
    if (!figure || members.length === 0) continue;
    const error = totalError(employer.mechanism, figure.value / members.length);
    equations.push({ members, value: figure.value, weight: 1 / error ** 2 });
    errors.push(employer.mechanism === 'exact' ? 0 : error);
  }
  const whole = book.valueAt(wholePlan, month);
  if (!whole) return;
  const average = whole.value / plan.members(wholePlan, month).length;
  // Assumes that balances are spread around the average like those of the population.
  const { solutions } = effort[employer.mechanism];
  const starts = Array.from({ length: solutions }, () => () => average * Math.exp(0.9 * random.normal() - 0.4));
  const solved = solveOften(equations, plan, starts, { low: 0, high: Infinity }, errors, random);
  for (const member of plan.members(wholePlan, month)) {
    const values = solved.map((x) => x[member]!);
    const dollars = values.reduce((sum, value) => sum + value, 0) / values.length;
    const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - dollars) ** 2, 0) / (values.length - 1));
    const error = Math.hypot(spread, 1, factorError(employer.mechanism) * dollars);
    claims.balances.push({ planId: plan.planId, month, member, dollars, error });
  }
}

function solveOften(
  equations: readonly SumEquation[],
  plan: PlanKnowledge,
  starts: readonly (() => number)[],
  box: { low: number; high: number },
  errors: readonly number[],
  random: Random,
): Float64Array[] {
  return starts.map((start) => {
    const redrawn = equations.map((equation, at) => ({
      ...equation,
      value: equation.value + (errors[at]! > 0 ? errors[at]! * random.normal() : 0),
    }));
    return solveInBox(redrawn, Array.from({ length: plan.memberCount }, start), box);
  });
}

const errorsOf = ({ mechanism }: Employer, equations: readonly SumEquation[]): number[] =>
  equations.map(({ weight }) => (mechanism === 'exact' ? 0 : 1 / Math.sqrt(weight)));

export const quarterEnds = (months: readonly string[]): string[] =>
  months.filter((month) => Number(month.slice(5)) % 3 === 0);
