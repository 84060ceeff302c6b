import { incomeFrom } from './drawdown.js';
import type { FiguresAt, ProjectionFigures } from './figures-at.js';
import type { TrailingYear } from './member-month.js';

/** Amounts in dollars, growth in percent. A negative balance counts as 0. */
export interface ProjectionInput {
  age: number;
  balance: number;
  /** A year. */
  salary: number;
  growthPercent: number;
  /** A month, gross. */
  insurancePremium: number;
  trailingYear: TrailingYear;
}

/** Below this real rate ((1 + k)^n - 1) / k loses precision, so contributions are added up without growth. */
const NEGLIGIBLE_RATE = 1e-9;

/** Yearly growth of the account over wages until retirement. */
export const realReturn = (growthPercent: number, figures: ProjectionFigures): number =>
  (1 + figures.defensiveReturnRate + (figures.growthPremiumRate * growthPercent) / 100) / (1 + figures.wageGrowthRate) -
  1;

/**
 * The account at retirement age in dollars of the as-at date, deflated by wages: the balance and the contributions at each year's end
 * with their growth, after contributions tax, fees and premiums. At least 0. After retirement age it is the balance. The formula
 * follows the superannuation forecasts of ASIC RG 276.
 */
export function balanceAtRetirement(member: ProjectionInput, figures: ProjectionFigures): number {
  const balance = Math.max(0, member.balance);
  const years = Math.max(0, figures.retirementAge - member.age);
  if (years === 0) return balance;
  const rate = realReturn(member.growthPercent, figures);
  const growth = (1 + rate) ** years;
  const annuity = Math.abs(rate) < NEGLIGIBLE_RATE ? years : (growth - 1) / rate;
  return Math.max(0, balance * growth + yearlyContribution(member, figures) * annuity);
}

/** Net yearly contribution in dollars, annualised from the trailing months. Negative where costs exceed contributions. */
export function yearlyContribution(
  { salary, insurancePremium, trailingYear }: Omit<ProjectionInput, 'age' | 'balance' | 'growthPercent'>,
  figures: ProjectionFigures,
): number {
  const { monthsWithSnapshot, salarySacrificeCents, personalContributionsCents, feesCents } = trailingYear;
  const yearlyDollars = monthsWithSnapshot > 0 ? 12 / monthsWithSnapshot / 100 : 0;
  const concessional = salary * figures.superGuaranteeRate + salarySacrificeCents * yearlyDollars;
  return (
    (1 - figures.contributionsTaxRate) * Math.min(concessional, figures.concessionalCap) +
    (personalContributionsCents - feesCents) * yearlyDollars -
    12 * insurancePremium
  );
}

/** Years that savings must last: until the planning age, but at least the minimum. */
export const drawdownYears = (age: number, figures: ProjectionFigures): number =>
  Math.max(figures.minimumDrawdownYears, figures.planToAge - Math.max(figures.retirementAge, age));

export interface RetirementIncome {
  /** Dollars a year with the Age Pension. */
  withPension: number;
  /** Dollars a year from the account alone. */
  superOnly: number;
}

/** Null when the required figures have not been imported. */
export function retirementIncome(member: ProjectionInput, figures: FiguresAt): RetirementIncome | null {
  if (figures.projection === null) return null;
  const years = drawdownYears(member.age, figures.projection);
  const withPension = figures.incomeGrid(years);
  const superOnly = figures.superOnlyIncomeGrid(years);
  if (withPension === null || superOnly === null) return null;
  const savings = balanceAtRetirement(member, figures.projection);
  return { withPension: incomeFrom(withPension, savings), superOnly: incomeFrom(superOnly, savings) };
}
