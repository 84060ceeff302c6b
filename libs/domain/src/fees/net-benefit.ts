import type { IsoDate } from '../calendar-dates.js';
import { exactly, exactOf, plus, times, timesRatio, withDecimals, type Exact } from '../exact-amount.js';
import { newestAt, type Figures } from '../scoring/figures.js';
import type { ComparedSide } from './compare-fees.js';
import { held, scaledHoldings, type FeeRow, type Holding } from './fee-rows.js';
import { yearlyFees } from './yearly-fees.js';

/** What the projection of an investment assumes. Rates are fractions a year. */
export interface OptionAssumptions {
  wageGrowthRate: number;
  defensiveReturnRate: number;
  growthPremiumRate: number;
  /** The returns are net of it. */
  averageInvestmentFeeRate: number;
  /** Standard deviations of a year's return. */
  defensiveDeviationRate: number;
  growthDeviationRate: number;
}

/** The assumptions in force on a day. */
export function optionAssumptionsAt({ parameters }: Pick<Figures, 'parameters'>, day: IsoDate): OptionAssumptions {
  // All of them have initial values.
  const rate = (name: string) => newestAt(parameters.get(name), day)! / 100;
  return {
    wageGrowthRate: rate('wageGrowthPercent'),
    defensiveReturnRate: rate('defensiveReturnPercent'),
    growthPremiumRate: rate('growthPremiumPercent'),
    averageInvestmentFeeRate: rate('averageInvestmentFeePercent'),
    defensiveDeviationRate: rate('defensiveDeviationPercent'),
    growthDeviationRate: rate('growthDeviationPercent'),
  };
}

/** A year's return before any fee: the average investment fee is added back, so that an option's own fees count once. */
export const returnBeforeFees = (growthPercent: number, of: OptionAssumptions): number =>
  of.defensiveReturnRate + (of.growthPremiumRate * growthPercent) / 100 + of.averageInvestmentFeeRate;

/** The standard deviation of a year's return. */
const deviation = (growthPercent: number, of: OptionAssumptions): number =>
  of.defensiveDeviationRate + ((of.growthDeviationRate - of.defensiveDeviationRate) * growthPercent) / 100;

/** Standard deviations from the middle of a normal distribution to its 10th and to its 90th of 100 parts. */
const toTenth = 1.2815515655;

export interface ProjectedMember {
  balanceCents: number;
  /** Whole years until retirement. */
  years: number;
  /** Dollars a year that come in at each year's end, after tax and premiums and before fees. */
  contribution: number;
}

/** Dollars of today. Eighty of a hundred outcomes of the assumption lie between `low` and `high`. */
export interface ProjectedBalance {
  low: number;
  middle: number;
  high: number;
}

/** The smallest balance that a fee is worked out on: an account that is used up is charged nothing. */
const leastCents = 1;

/** The rows that holdings can be charged: a platform has those of sixty options. */
function rowsOf({ rows, holdings }: ComparedSide): FeeRow[] {
  const codes = new Set(held(holdings).map(({ assetCode }) => assetCode));
  return rows.filter(({ assetCode }) => assetCode === null || codes.has(assetCode));
}

/** The account at retirement with a return before fees, less the side's own fees on each year's balance. */
function accountWith(rate: number, side: ComparedSide, member: ProjectedMember, wageGrowthRate: number): number {
  const rows = rowsOf(side);
  const feesOf = (balance: number): number => {
    const cents = Math.round(balance * 100);
    return cents < leastCents ? 0 : (yearlyFees(rows, scaledHoldings(side.holdings, cents))?.totalCents ?? 0) / 100;
  };
  const growth = (1 + rate) / (1 + wageGrowthRate);
  let balance = member.balanceCents / 100;
  for (let year = 0; year < member.years; year += 1)
    balance = Math.max(0, balance * growth - feesOf(balance) + member.contribution);
  return balance;
}

/** The middle of a projection. Null if no fee is known. */
export const middleBalance = (
  side: ComparedSide,
  growthPercent: number,
  member: ProjectedMember,
  assumptions: OptionAssumptions,
): number | null =>
  yearlyFees(side.rows, side.holdings) === null
    ? null
    : accountWith(returnBeforeFees(growthPercent, assumptions), side, member, assumptions.wageGrowthRate);

/**
 * An account at retirement in today's dollars, each year with the return of its own growth share less its own fees on that year's balance.
 * The band is that of the average return of all years: a year's deviation over the root of their number, the years taken as independent.
 * Money that comes in later has fewer years than that average, so the band is rather too wide than too narrow. Null if no fee is known.
 */
export function projectedBalance(
  side: ComparedSide,
  growthPercent: number,
  member: ProjectedMember,
  assumptions: OptionAssumptions,
): ProjectedBalance | null {
  const middle = middleBalance(side, growthPercent, member, assumptions);
  if (middle === null) return null;
  const rate = returnBeforeFees(growthPercent, assumptions);
  const spread = member.years === 0 ? 0 : (toTenth * deviation(growthPercent, assumptions)) / Math.sqrt(member.years);
  const at = (by: number) => accountWith(rate + by, side, member, assumptions.wageGrowthRate);
  return { low: at(-spread), middle, high: at(spread) };
}

/**
 * Past returns that a platform publishes are after tax and investment fees and before administration fees. Those of holdings by today's
 * mix, in percent a year; null where that of one is not known.
 */
function publishedReturn(holdings: readonly Holding[], returnOf: (assetCode: string) => string | null): Exact | null {
  let weighted = exactly(0);
  let balance = 0n;
  for (const { assetCode, balanceCents } of held(holdings)) {
    const published = returnOf(assetCode);
    if (published === null) return null;
    weighted = plus(weighted, times(exactOf(published), exactly(balanceCents)));
    balance += BigInt(balanceCents);
  }
  return balance === 0n ? null : timesRatio(weighted, 1n, balance);
}

/** The same less the administration fee of this balance: percent a year with one decimal. */
export function returnAfterFees(
  { rows, holdings }: ComparedSide,
  returnOf: (assetCode: string) => string | null,
): number | null {
  const published = publishedReturn(holdings, returnOf);
  const fees = yearlyFees(rows, holdings);
  if (published === null || fees === null) return null;
  const administration = timesRatio(exactly(0 - fees.adminCents), 100n, BigInt(fees.balanceCents));
  return withDecimals(plus(published, administration), 1);
}

/** The share of growth assets of holdings by balance, percent; null where that of one is not known. */
export function growthShare(
  holdings: readonly Holding[],
  growthOf: (assetCode: string) => string | null,
): number | null {
  let weighted = 0;
  let balance = 0;
  for (const { assetCode, balanceCents } of held(holdings)) {
    const growth = growthOf(assetCode);
    if (growth === null) return null;
    weighted += Number(growth) * balanceCents;
    balance += balanceCents;
  }
  return balance === 0 ? null : weighted / balance;
}
