import { isQuarterEnd } from '@superscope/domain/calendar-dates';
import type { Attack } from '../attack.js';
import { combined, dimensionsOf } from '../cells.js';
import { Claims, type SalaryClaim } from '../claims.js';
import { cellOf, type Employer } from '../employer.js';
import { averageSalary } from '../facts.js';
import type { PlanKnowledge } from '../knowledge.js';
import { linearPosterior, type SumReading } from '../payroll/linear-posterior.js';
import { monthOf } from '../portal-asker.js';

/** Each member's salary by month and member. The attack reads those of its own company only. */
export type Payrolls = ReadonlyMap<string, readonly (number | undefined)[]>;

/** One group's published average salary in a month. */
interface Average {
  members: readonly number[];
  dollars: number;
  isWhole: boolean;
}

/**
 * An employer who has one payroll of a plan of several subtracts own people's pay from every permitted average, and solves for the others':
 * as if averages were exact, and with the noise of presence dollars.
 */
export const payroll = (payrollsOf: (planId: string) => Promise<Payrolls>): Attack => ({
  name: 'one payroll of several',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) {
      const companies = plan.valuesOf('companyId');
      if (companies.length < 2) continue;
      const payrolls = await payrollsOf(plan.planId);
      const averages = await averagesOf(employer, plan);
      for (const own of companies)
        for (const [month, those] of averages) claims.salaries.push(...solve(plan, month, own, those, payrolls));
    }
    return claims;
  },
});

/** Every permitted average salary by month, of each group once. */
async function averagesOf(employer: Employer, plan: PlanKnowledge): Promise<Map<string, Average[]>> {
  const alone = ['companyId', 'categoryId'];
  // Where nobody has all payrolls, the salary group is no public column.
  const questions = employer
    .groupQuestions(plan, 3, true)
    .filter(({ filters, breakdowns }) =>
      [...dimensionsOf(filters), ...breakdowns].every(
        (name) => name !== 'salaryGroup' && (combined.includes(name) || alone.includes(name)),
      ),
    );
  const answers = await employer.asks.ask(questions.map((each) => employer.query(plan, each, [averageSalary])));
  const found = new Map<string, Map<string, Average>>();
  for (const [at, question] of questions.entries())
    for (const result of answers[at] ?? [])
      for (const row of result.data) {
        const dollars = row[averageSalary];
        const month = monthOf(row['MemberSnapshot.month']);
        if (typeof dollars !== 'number') continue;
        const members = plan.members(cellOf(question, row), month);
        const isWhole = members.length === plan.members({}, month).length;
        if (!found.has(month)) found.set(month, new Map());
        found.get(month)!.set(members.join(), { members, dollars, isWhole });
      }
  return new Map([...found].map(([month, those]) => [month, [...those.values()]]));
}

/** The attacker's guess at the largest distance of a salary from its group's average, in averages. */
const largestDistance = 3;
/** A salary's mean and standard deviation in a plan, which labour statistics tell, in averages of the plan. */
const spread = 0.5;

function solve(
  plan: PlanKnowledge,
  month: string,
  own: string,
  averages: readonly Average[],
  payrolls: Payrolls,
): SalaryClaim[] {
  const pay = payrolls.get(month) ?? [];
  const isOwn = (member: number) => plan.valueOf('companyId', month, member) === own;
  // The averages count members whose salary the fund knows.
  const others = plan.members({}, month).filter((member) => !isOwn(member) && pay[member] !== undefined);
  const placeIn = new Map(others.map((member, place) => [member, place]));
  const mean = averages.find(({ isWhole }) => isWhole)?.dollars ?? averages[0]?.dollars ?? 0;
  const told = (within: SalaryClaim['within'], noise: (average: Average, n: number) => number): SalaryClaim[] => {
    const readings = averages.flatMap((average): SumReading[] => {
      const counted = average.members.filter((member) => pay[member] !== undefined);
      const those = counted.flatMap((member) => placeIn.get(member) ?? []);
      const mine = counted.filter(isOwn).reduce((sum, member) => sum + pay[member]!, 0);
      if (those.length === 0) return [];
      const value = average.dollars * counted.length - mine;
      return [{ members: those, value, variance: noise(average, counted.length) }];
    });
    const amounts = {
      means: new Float64Array(others.length).fill(mean),
      variances: new Float64Array(others.length).fill((spread * mean) ** 2),
    };
    const { means, variances } = linearPosterior(amounts, readings);
    return others.flatMap((member, place): SalaryClaim[] => {
      const reach = 1.28 * Math.sqrt(variances[place]!);
      const most = within === '3 dollars' ? 3 : 0.1 * means[place]!;
      return reach <= most ? [{ planId: plan.planId, month, member, dollars: means[place]!, within }] : [];
    });
  };
  const largest = ({ dollars, isWhole }: Average) => (isWhole ? Math.sqrt(6) : 4) * largestDistance * dollars;
  return [
    ...told('3 dollars', (_, n) => (0.01 * n) ** 2 / 12),
    ...(isQuarterEnd(month) ? told('10 %', (average) => largest(average) ** 2) : []),
  ];
}
