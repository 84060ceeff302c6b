import { beforeAll, describe, expect, it } from 'vitest';
import { population, type PopulationPlan } from '../budget/population.js';
import { linearPosterior } from './linear-posterior.js';
import { leastSquares, PayPrior, sampleSalaries, scorePayroll, type PayrollScore } from './payroll-attack.js';
import { employeesOf, readExactly, readPublished, type PayrollKnowledge } from './simulated-payroll.js';

const isLong = process.env['SUPERSCOPE_LONG'] === 'true';
/** Plans of at least two companies. */
const effort = isLong ? { sizes: [1_300, 300], months: 36, rounds: 1_000 } : { sizes: [260], months: 12, rounds: 300 };

describe('least squares over sums', () => {
  it('finds an amount that one sum has and the other lacks', () => {
    const amounts = { means: Float64Array.of(50, 50, 50), variances: Float64Array.of(400, 400, 400) };
    const { means, variances } = linearPosterior(amounts, [
      { members: [0, 1, 2], value: 170, variance: 0.01 },
      { members: [1, 2], value: 90, variance: 0.01 },
    ]);
    expect(means[0]).toBeCloseTo(80, 1);
    expect(variances[0]).toBeLessThan(0.03);
    expect(variances[1]).toBeGreaterThan(150);
  });
});

describe('an employer who has one payroll of a plan of several', () => {
  let plans: PopulationPlan[];
  let prior: PayPrior;
  const attacks: { size: number; own: string; exact: PayrollScore; published: PayrollScore }[] = [];

  beforeAll(
    async () => {
      plans = await population({ seed: 5, sizes: effort.sizes, months: effort.months });
      prior = new PayPrior(plans.flatMap(employeesOf));
      for (const [at, { size, months, ...plan }] of plans.entries()) {
        const employees = employeesOf({ size, months, ...plan });
        const companies = [...new Set(employees.map(({ company }) => company))].sort();
        if (companies.length < 2) continue;
        for (const own of companies) {
          const knowledge: PayrollKnowledge = { employees, months, own };
          const score = (readings: ReturnType<typeof readExactly>, samples: ReturnType<typeof readExactly>) =>
            scorePayroll(
              knowledge,
              leastSquares(knowledge, readings, prior),
              sampleSalaries(knowledge, samples, prior, { rounds: effort.rounds, seed: at }),
            );
          const published = readPublished(knowledge, Buffer.alloc(32, at + 1));
          attacks.push({
            size,
            own,
            exact: score(readExactly(knowledge), []),
            published: score(published, published),
          });
          if (process.env['SHOW']) console.log(JSON.stringify(attacks.at(-1)));
        }
      }
    },
    isLong ? 3_600_000 : 120_000,
  );

  it('would learn many salaries to the dollar from exact averages', () => {
    expect(attacks.length).toBeGreaterThan(1);
    for (const { exact } of attacks) expect(exact.within3Dollars.right, JSON.stringify(exact)).toBeGreaterThan(2);
  });

  it('learns no salary to 3 dollars, and hardly any within 10 %, from what is published', () => {
    for (const { size, own, published } of attacks) {
      const { within3Dollars, within10Percent } = published;
      expect(within3Dollars.right, `${own} of ${size}: ${JSON.stringify(published)}`).toBe(0);
      const net = within10Percent.right - within10Percent.byPrior;
      expect(net, `${own} of ${size}: ${JSON.stringify(published)}`).toBeLessThanOrEqual(1);
    }
  });
});
