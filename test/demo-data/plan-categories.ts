import type { PlanBlueprint } from './plan-blueprints.js';
import type { Random } from './random.js';
import { sciTerms } from './premium-rates.js';

export interface PlanCategory {
  id: string;
  name: string;
  deathFormula: string;
  tpdFormula: string;
  sciPercent: number;
  deathTpdAal: number;
  sciAal: number;
  /** Default death cover in dollars before the automatic acceptance limit. */
  deathCover(salary: number, age: number): number;
}

const perYearsLeft = (percent: number) => ({
  formula: `${percent}% x salary x years to 65`,
  cover: (salary: number, age: number) => (percent / 100) * salary * Math.max(0, 65 - age),
});
const timesSalary = (times: number) => ({
  formula: `${times} x salary`,
  cover: (salary: number) => times * salary,
});
const fixed = (dollars: number) => ({ formula: `${dollars}`, cover: () => dollars });

const defaults = [timesSalary(4), perYearsLeft(12), timesSalary(3), perYearsLeft(10)];

/** One to three categories, fewer in small plans. The first has the most members. */
export const planCategories = (plan: PlanBlueprint, random: Random): PlanCategory[] => {
  const designs = [
    {
      name: 'Permanent employees',
      design: defaults[Number(plan.id.slice(1)) % defaults.length]!,
      sci: 75,
      aal: 750_000,
    },
    { name: 'Casual employees', design: fixed(random.pick([80_000, 120_000, 150_000])), sci: 0, aal: 750_000 },
    { name: 'Executives', design: timesSalary(random.pick([4, 5])), sci: 75, aal: 1_200_000 },
  ];
  return designs.slice(0, plan.members < 20 ? 1 : plan.members < 100 ? 2 : 3).map(({ name, design, sci, aal }, i) => ({
    id: `${plan.id}-C${i + 1}`,
    name,
    deathFormula: design.formula,
    tpdFormula: design.formula,
    sciPercent: sci,
    deathTpdAal: aal,
    sciAal: 10_000,
    deathCover: design.cover,
  }));
};

export const categoryRow = (category: PlanCategory, planId: string): (string | number)[] => [
  category.id,
  planId,
  category.name,
  'Yes',
  category.deathFormula,
  category.tpdFormula,
  category.sciPercent,
  category.deathTpdAal,
  category.sciAal,
  sciTerms.waitDays,
  sciTerms.benefitPeriod,
];

/** Chooses a category by salary: executives earn the most, casuals the least. */
export const categoryIndexFor = (salary: number, categories: readonly PlanCategory[], random: Random): number => {
  if (categories.length > 2 && salary > 170_000) return random.chance(0.7) ? 2 : 0;
  if (categories.length > 1 && salary < 55_000) return random.chance(0.6) ? 1 : 0;
  return 0;
};
