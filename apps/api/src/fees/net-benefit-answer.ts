import type { BenefitSide, NetBenefit } from '@superscope/contracts/fee-comparison';
import { compareFees } from '@superscope/domain/fees/compare-fees';
import { held, scaledHoldings } from '@superscope/domain/fees/fee-rows';
import { missingFees } from '@superscope/domain/fees/missing-fees';
import {
  growthShare,
  middleBalance,
  projectedBalance,
  returnAfterFees,
  returnBeforeFees,
  type OptionAssumptions,
  type ProjectedBalance,
  type ProjectedMember,
} from '@superscope/domain/fees/net-benefit';
import { yearlyFees, type YearlyFees } from '@superscope/domain/fees/yearly-fees';
import { dollars, percentOf, sideAnswer, toHundred, type NamedSide } from './fee-comparison-answer.js';
import type { MemberOutlook } from './member-holdings.js';

export interface BenefitFacts {
  /** Two to four: what is held first. */
  sides: readonly NamedSide[];
  memberNumber: string | null;
  balanceCents: number;
  balanceAsAt: string | null;
  feesAsAt: string;
  assumptions: OptionAssumptions;
  outlook: MemberOutlook | null;
}

type AssetRow = NonNullable<ReturnType<NamedSide['fees']['assets']['get']>>;

const marks = ['A', 'B', 'C', 'D'] as const;
/** On fee leaflets every fee is that of this balance. */
const leafletCents = 5_000_000;

const feesAnswer = (fees: YearlyFees | null) =>
  fees && { dollars: dollars(fees.totalCents), percent: percentOf(fees.totalCents, fees.balanceCents) };

/** What the platform's list says of what a side holds. Of an option that only a later list has, nothing is known on the day. */
function listed({ fees: { assets, listedOn }, holdings }: NamedSide, feesAsAt: string) {
  const codes = held(holdings).map(({ assetCode }) => assetCode);
  const dayOf = (code: string) => listedOn.get(code) ?? null;
  const rowOf = (code: string): AssetRow | undefined =>
    (dayOf(code) ?? feesAsAt) > feesAsAt ? undefined : assets.get(code);
  const days = codes.flatMap((code) => (rowOf(code) === undefined ? [] : (dayOf(code) ?? [])));
  return {
    codes,
    listedOn: days.toSorted()[0] ?? null,
    rowOf,
    valueOf: (column: 'return1yr' | 'return3yr' | 'return5yr' | 'return10yr' | 'growthPercent') => (code: string) =>
      rowOf(code)?.[column] ?? null,
  };
}

/** What all that is held has in common; null where it differs, or is not known of one. */
function common<Value>(values: readonly (Value | null)[]): Value | null {
  const [first = null, ...others] = values;
  return others.every((value) => value === first) ? first : null;
}

const projectedAnswer = (projected: ProjectedBalance | null, isMissing: boolean): BenefitSide['projected'] =>
  projected && {
    low: isMissing ? null : toHundred(projected.low),
    middle: isMissing ? null : toHundred(projected.middle),
    high: toHundred(projected.high),
  };

/** What two to four investments cost, returned and are, and what an account in each would hold at retirement. */
export function netBenefitAnswer(facts: BenefitFacts): NetBenefit {
  const { sides, balanceCents, feesAsAt, assumptions, outlook } = facts;
  const [first] = sides as [NamedSide];
  const member: ProjectedMember | null = outlook && {
    balanceCents,
    years: outlook.years,
    contribution: outlook.contributionBeforeFees,
  };
  const growthOf = (side: NamedSide) => growthShare(side.holdings, listed(side, feesAsAt).valueOf('growthPercent'));
  const growthOfFirst = growthOf(first);
  /** The account with the growth share of A, so that only fees differ. */
  const withReturnOfFirst = (side: NamedSide): number | null =>
    member === null || growthOfFirst === null ? null : middleBalance(side, growthOfFirst, member, assumptions);
  const accountOfFirst = withReturnOfFirst(first);

  const fromFees = (side: NamedSide): BenefitSide['fromFees'] => {
    const { differenceCents } = compareFees(first, side);
    if (side === first || differenceCents === null) return null;
    const account = withReturnOfFirst(side);
    return {
      dollarsAYear: dollars(0 - differenceCents),
      atRetirement: account === null || accountOfFirst === null ? null : toHundred(account - accountOfFirst),
    };
  };

  const sideOf = (side: NamedSide, at: number): BenefitSide => {
    const yearly = yearlyFees(side.rows, side.holdings);
    const missing = missingFees(side.rows, side.holdings);
    const { codes, listedOn, rowOf, valueOf } = listed(side, feesAsAt);
    const growthPercent = growthOf(side);
    const returned = (column: 'return1yr' | 'return3yr' | 'return5yr' | 'return10yr') =>
      returnAfterFees(side, valueOf(column));
    const test = codes.length === 1 ? rowOf(codes[0]!) : undefined;
    return {
      ...sideAnswer(side, feesAsAt, yearly, missing),
      mark: marks[at]!,
      fees: feesAnswer(yearly),
      feesOf50000: feesAnswer(yearlyFees(side.rows, scaledHoldings(side.holdings, leafletCents))),
      listedOn,
      returns: {
        one: returned('return1yr'),
        three: returned('return3yr'),
        five: returned('return5yr'),
        ten: returned('return10yr'),
      },
      growthPercent: growthPercent === null ? null : Math.round(growthPercent * 10) / 10,
      riskLabel: common(codes.map((code) => rowOf(code)?.riskLabel ?? null)),
      performanceTest:
        test?.performanceTest == null ? null : { result: test.performanceTest, year: test.performanceTestYear ?? null },
      returnBeforeFees:
        growthPercent === null ? null : Math.round(1_000 * returnBeforeFees(growthPercent, assumptions)) / 10,
      projected:
        member === null || growthPercent === null
          ? null
          : projectedAnswer(projectedBalance(side, growthPercent, member, assumptions), missing.length > 0),
      fromFees: fromFees(side),
    };
  };
  const percent = (rate: number) => Math.round(10_000 * rate) / 100;
  return {
    memberNumber: facts.memberNumber,
    balance: dollars(balanceCents),
    balanceAsAt: facts.balanceAsAt,
    feesAsAt,
    sides: sides.map(sideOf),
    projection: outlook && {
      age: outlook.retirementAge,
      years: outlook.years,
      contribution: toHundred(outlook.contributionBeforeFees),
      wageGrowthPercent: percent(assumptions.wageGrowthRate),
      defensiveReturnPercent: percent(assumptions.defensiveReturnRate),
      growthPremiumPercent: percent(assumptions.growthPremiumRate),
      averageInvestmentFeePercent: percent(assumptions.averageInvestmentFeeRate),
      defensiveDeviationPercent: percent(assumptions.defensiveDeviationRate),
      growthDeviationPercent: percent(assumptions.growthDeviationRate),
    },
  };
}
