import { standardParameters } from './retirement-standard.js';

interface Range {
  readonly from: number;
  readonly to: number;
  readonly unit: string;
}

const percent = (from: number, to: number): Range => ({ from, to, unit: 'percent' });
const dollars = (from: number, to: number): Range => ({ from, to, unit: 'dollars' });
const years = (from: number, to: number): Range => ({ from, to, unit: 'years' });

/** Wide enough for every figure since 1992 and for some decades to come, and too narrow for another unit, such as a fraction for a percent. */
const ranges: ReadonlyMap<string, Range> = new Map<string, Range>([
  ['sgRatePercent', percent(1, 25)],
  ['concessionalCap', dollars(5_000, 500_000)],
  ['contributionsTaxPercent', percent(1, 50)],
  ['wageGrowthPercent', percent(0.1, 15)],
  ['defensiveReturnPercent', percent(0.1, 20)],
  ['growthPremiumPercent', percent(0.1, 20)],
  ['averageInvestmentFeePercent', percent(0, 5)],
  ['defensiveDeviationPercent', percent(0, 50)],
  ['growthDeviationPercent', percent(0, 50)],
  ['drawdownReturnPercent', percent(0.1, 20)],
  ['agePensionTaperPerThousand', { from: 1, to: 500, unit: 'dollars for $1,000 of assets' }],
  ['retirementAge', years(55, 80)],
  ['planToAge', years(80, 120)],
  ['minimumDrawdownYears', years(1, 40)],
  ...standardParameters.map((name) => [name, dollars(5_000, 10_000_000)] as const),
]);

/** How often a salary a death cover should be. */
const needMultiple: Range = { from: 0, to: 50, unit: 'times the salary' };

/** Why a value cannot be that of a super parameter, with its range and unit; null if it can. The name is one that scoring uses. */
export function superParameterProblem(name: string, value: number): string | null {
  const { from, to, unit } = ranges.get(name) ?? needMultiple;
  if (value >= from && value <= to) return null;
  return `${name} is from ${from.toLocaleString('en-AU')} to ${to.toLocaleString('en-AU')} (${unit}).`;
}
