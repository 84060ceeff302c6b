import { Random } from '../../demo-data/random.js';
import { sampleFamily, type FamilyReading } from '../budget/family-chains.js';
import { linearPosterior, type Amounts, type SumReading } from './linear-posterior.js';
import { placeOf, type Employee, type PayrollKnowledge, type PayrollReading } from './simulated-payroll.js';

/** Members of other companies whose salary the attacker is sure of, and how many of these claims are right. */
export interface PayrollScore {
  others: number;
  within3Dollars: { claimed: number; right: number };
  /** Within 10 % at 80 % confidence, by least squares or by sampling. `byPrior`: how many the attacker would get right without answers. */
  within10Percent: { claimed: number; right: number; byPrior: number };
}

/** How often employees of each age group and gender earn how much. */
export class PayPrior {
  private readonly bySort = new Map<string, number[]>();
  private readonly all: number[] = [];

  constructor(employees: readonly Employee[]) {
    for (const employee of employees) {
      const sort = sortOf(employee);
      const known = this.bySort.get(sort);
      if (known) known.push(employee.salary);
      else this.bySort.set(sort, [employee.salary]);
      this.all.push(employee.salary);
    }
  }

  of(employee: Employee): readonly number[] {
    const known = this.bySort.get(sortOf(employee));
    return known && known.length >= 20 ? known : this.all;
  }
}

const sortOf = ({ ageGroup, gender }: Employee): string => `${ageGroup}|${gender}`;
const otherMembers = ({ employees, own }: PayrollKnowledge): number[] =>
  [...employees.keys()].filter((member) => employees[member]!.company !== own);

/** Least squares over all sums of salaries, from what is known of employees of that age and gender. */
export function leastSquares(
  knowledge: PayrollKnowledge,
  readings: readonly PayrollReading[],
  prior: PayPrior,
): Amounts & { others: readonly number[] } {
  const others = otherMembers(knowledge);
  const placeIn = new Map(others.map((member, place) => [member, place]));
  const priors = others.map((member) => {
    const salaries = prior.of(knowledge.employees[member]!);
    const mean = salaries.reduce((sum, each) => sum + each, 0) / salaries.length;
    return { mean, variance: salaries.reduce((sum, each) => sum + (each - mean) ** 2, 0) / salaries.length };
  });
  const sums = readings.flatMap(({ kind, others: those, value, variance }): SumReading[] =>
    kind === 'amount' && typeof value === 'number' && those.length > 0
      ? [{ members: those.map((member) => placeIn.get(member)!), value, variance }]
      : [],
  );
  const known: Amounts = {
    means: Float64Array.from(priors, ({ mean }) => mean),
    variances: Float64Array.from(priors, ({ variance }) => variance),
  };
  return { ...linearPosterior(known, sums), others };
}

/** Salaries in steps of 4 %. */
const [lowest, step, steps] = [15_000, 1.04, 90];
const salaries = Array.from({ length: steps }, (_, at) => lowest * step ** at);
const binOf = (salary: number): number =>
  Math.min(steps - 1, Math.max(0, Math.round(Math.log(salary / lowest) / Math.log(step))));
const thousand = 1_000;

/** Samples salaries from all averages and salary groups. Returns the probability of each salary, and that without answers. */
export function sampleSalaries(
  knowledge: PayrollKnowledge,
  readings: readonly PayrollReading[],
  prior: PayPrior,
  sampling: { rounds: number; seed: number },
): { found: Float64Array[]; priors: Float64Array[]; others: readonly number[] } {
  const others = otherMembers(knowledge);
  const placeIn = new Map(others.map((member, place) => [member, place]));
  const priors = others.map((member) => {
    const chances = new Float64Array(steps);
    const known = prior.of(knowledge.employees[member]!);
    // Each known salary stands for those within 8 % of it.
    for (const salary of known)
      for (let near = -2; near <= 2; near += 1) {
        const bin = Math.min(steps - 1, Math.max(0, binOf(salary) + near));
        chances[bin]! += 1 / (5 * known.length);
      }
    return chances;
  });
  const boundaries = [...new Set(readings.flatMap(({ boundary }) => boundary ?? []))];
  const weights = [
    Float64Array.from(salaries, (salary) => salary / thousand),
    ...boundaries.map((boundary) => Float64Array.from(salaries, (salary) => Number(placeOf(salary) <= boundary))),
  ];
  const asked = readings.flatMap(({ others: those, value, variance, boundary }): FamilyReading[] =>
    typeof value !== 'number' || those.length === 0
      ? []
      : [
          {
            time: 0,
            members: Int32Array.from(those, (member) => placeIn.get(member)!),
            pattern: boundary === undefined ? 0 : 1 + boundaries.indexOf(boundary),
            value: boundary === undefined ? value / thousand : value,
            variance: boundary === undefined ? variance / thousand ** 2 : variance,
          },
        ],
  );
  const model = {
    times: 1,
    spans: others.map((): [number, number] => [0, 0]),
    priors,
    turns: salaries.map(() => new Float64Array(steps)),
    weights,
    likeness: others.map((member) => sortOf(knowledge.employees[member]!)),
  };
  const { rounds, seed } = sampling;
  const found = sampleFamily(model, asked, { burnIn: rounds / 3, samples: rounds, random: new Random('pay', seed) });
  return { found, priors, others };
}

const sureOfSalaries = 0.8;

/** Scores the salaries that the attacker is sure of. */
export function scorePayroll(
  knowledge: PayrollKnowledge,
  linear: ReturnType<typeof leastSquares>,
  sampled: ReturnType<typeof sampleSalaries>,
): PayrollScore {
  const score: PayrollScore = {
    others: linear.others.length,
    within3Dollars: { claimed: 0, right: 0 },
    within10Percent: { claimed: 0, right: 0, byPrior: 0 },
  };
  for (const [place, member] of linear.others.entries()) {
    const { salary } = knowledge.employees[member]!;
    const [mean, deviation] = [linear.means[place]!, Math.sqrt(linear.variances[place]!)];
    if (1.28 * deviation <= 3) {
      score.within3Dollars.claimed += 1;
      score.within3Dollars.right += Number(Math.abs(mean - salary) <= 3);
    }
    const best = bestTenPercent(sampled.found[place]!);
    const byLinear = 1.28 * deviation <= 0.1 * mean ? mean : null;
    const claim = best.chance >= sureOfSalaries ? best.salary : byLinear;
    if (claim === null) continue;
    score.within10Percent.claimed += 1;
    score.within10Percent.right += Number(Math.abs(claim / salary - 1) <= 0.1);
    score.within10Percent.byPrior += chanceWithin(sampled.priors[place]!, claim);
  }
  return score;
}

const chanceWithin = (chances: Float64Array, salary: number): number =>
  chances.reduce((sum, chance, at) => (Math.abs(salaries[at]! / salary - 1) <= 0.1 ? sum + chance : sum), 0);

/** The salary within 10 % of which most of the probability lies. */
function bestTenPercent(chances: Float64Array): { salary: number; chance: number } {
  let best = { salary: 0, chance: 0 };
  for (const salary of salaries) {
    const chance = chanceWithin(chances, salary);
    if (chance > best.chance) best = { salary, chance };
  }
  return best;
}
