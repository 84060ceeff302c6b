import type {
  AssetFees,
  ComparedSideAnswer,
  FeeComparison,
  FeeTermsAnswer,
} from '@superscope/contracts/fee-comparison';
import {
  comparedBalancesCents,
  compareFees,
  effectivePercentHundredths,
  feesAtBalance,
  type ComparedLine,
  type ComparedSide,
} from '@superscope/domain/fees/compare-fees';
import { feesUntilRetirement } from '@superscope/domain/fees/fees-until-retirement';
import { held, type Holding } from '@superscope/domain/fees/fee-rows';
import { missingFeeText, type MissingFee } from '@superscope/domain/fees/missing-fees';
import type { FeeLine, FeeTerms, YearlyFees } from '@superscope/domain/fees/yearly-fees';
import type { MemberProspects } from './member-holdings.js';
import { optionName, type PlatformFees } from './published-fees.js';

/** One side of a comparison, with its name for people. */
export interface NamedSide extends ComparedSide {
  name: string;
  planName: string | null;
  fees: PlatformFees;
}

export interface ComparisonFacts {
  a: NamedSide;
  b: NamedSide;
  memberNumber: string | null;
  balanceCents: number;
  balanceAsAt: string | null;
  feesAsAt: string;
  prospects: MemberProspects | null;
}

export const dollars = (cents: number): number => cents / 100;
const orNull = (cents: number | null) => (cents === null ? null : dollars(cents));
export const toHundred = (amount: number): number => Math.round(amount / 100) * 100;
export const percentOf = (cents: number, balanceCents: number) => effectivePercentHundredths(cents, balanceCents) / 100;

const termsAnswer = ({
  inDollars,
  amount,
  minCents,
  maxCents,
  tierFromCents,
  tierToCents,
}: FeeTerms): FeeTermsAnswer => ({
  inDollars,
  amount,
  minDollars: orNull(minCents),
  maxDollars: orNull(maxCents),
  tierFrom: orNull(tierFromCents),
  tierTo: orNull(tierToCents),
});

function feeAnswer({ name, a, b }: ComparedLine<FeeLine>) {
  const termsA = (a?.terms ?? []).map(termsAnswer);
  const termsB = (b?.terms ?? []).map(termsAnswer);
  return {
    name,
    inDollars: [...termsA, ...termsB].every((terms) => terms.inDollars),
    amountA: orNull(a?.cents ?? null),
    amountB: orNull(b?.cents ?? null),
    termsA,
    termsB,
  };
}

const totalsAnswer = (fees: YearlyFees | null): AssetFees | null =>
  fees && {
    adminFeeTotalDollars: dollars(fees.adminCents),
    investmentFeeTotalDollars: dollars(fees.investmentCents),
    transactionFeeTotalDollars: orNull(fees.transactionCents),
    feeTotalDollars: dollars(fees.totalCents),
    effectivePercent: percentOf(fees.totalCents, fees.balanceCents),
    withoutLimit: fees.unlimited && {
      adminFeeTotalDollars: dollars(fees.unlimited.adminCents),
      investmentFeeTotalDollars: dollars(fees.unlimited.investmentCents),
    },
  };

/** What is missing of a side whose other fees are known, with the names of its options. */
const missingOf = ({ assets }: PlatformFees, fees: YearlyFees | null, missing: readonly MissingFee[]) =>
  fees === null
    ? []
    : missing.map(({ group, assetCodes }) => ({ group, options: assetCodes.map((code) => optionName(assets, code)) }));

export const sideAnswer = (
  { name, planName, holdings, fees }: NamedSide,
  feesAsAt: string,
  yearly: YearlyFees | null,
  missing: readonly MissingFee[],
): ComparedSideAnswer => ({
  name,
  platformName: fees.platformName,
  planName,
  holdings: held(holdings).map(({ assetCode, balanceCents }) => ({
    name: optionName(fees.assets, assetCode),
    balance: dollars(balanceCents),
  })),
  feesFrom: fees.table?.validFrom ?? null,
  firstFeesFrom: fees.firstFrom !== null && fees.firstFrom > feesAsAt ? fees.firstFrom : null,
  missing: missingOf(fees, yearly, missing).map(({ group, options }) => ({
    group,
    options,
    sentence: missingFeeText(group, options, feesAsAt),
  })),
});

const charges = ({ rows, holdings }: ComparedSide, group: string): boolean =>
  rows.some((row) => row.group === group && (row.assetCode === null || isHeld(holdings, row.assetCode)));
const isHeld = (holdings: readonly Holding[], code: string) =>
  held(holdings).some(({ assetCode }) => assetCode === code);

/** What two sides cost on a balance, as the screen and the file of the comparison show it. */
export function comparisonAnswer({ a, b, balanceCents, ...of }: ComparisonFacts): FeeComparison {
  const compared = compareFees(a, b);
  const { lines, activities, differenceCents } = compared;
  const ofGroup = (group: FeeLine['group']) => lines.filter((line) => line.group === group).map(feeAnswer);
  const atBalances = comparedBalancesCents.flatMap((at) => feesAtBalance(a, b, at) ?? []);
  return {
    a: sideAnswer(a, of.feesAsAt, compared.a, compared.missingA),
    b: sideAnswer(b, of.feesAsAt, compared.b, compared.missingB),
    memberNumber: of.memberNumber,
    balance: dollars(balanceCents),
    balanceAsAt: of.balanceAsAt,
    feesAsAt: of.feesAsAt,
    adminFees: ofGroup('ADMIN'),
    investmentFees: ofGroup('INVESTMENT'),
    transactionFees: ofGroup('TRANSACTION'),
    activityFees: activities.map((line) => ({
      name: line.name,
      termsA: (line.a?.terms ?? []).map(termsAnswer),
      termsB: (line.b?.terms ?? []).map(termsAnswer),
      missing: (['A', 'B'] as const).filter((side) => !charges(side === 'A' ? a : b, line.group)),
    })),
    assetFeesA: totalsAnswer(compared.a),
    assetFeesB: totalsAnswer(compared.b),
    difference:
      differenceCents === null
        ? null
        : { dollars: dollars(differenceCents), percent: percentOf(differenceCents, balanceCents) },
    atBalances: atBalances.map(({ balanceCents: at, aCents, bCents }) => ({
      balance: dollars(at),
      a: dollars(aCents),
      b: dollars(bCents),
      percentA: percentOf(aCents, at),
      percentB: percentOf(bCents, at),
    })),
    atRetirement: of.prospects && retirementAnswer(a, b, balanceCents, of.prospects),
  };
}

/** Rounded so that the two sides and their difference still add up. */
function retirementAnswer(
  a: ComparedSide,
  b: ComparedSide,
  balanceCents: number,
  prospects: MemberProspects,
): FeeComparison['atRetirement'] {
  const { years, contribution, realReturn, retirementAge, returnPercent, wageGrowthPercent } = prospects;
  const at = feesUntilRetirement(a, b, { balanceCents, years, contribution, realReturn });
  if (at === null) return null;
  const withA = toHundred(at.withA);
  const moreWithB = toHundred(at.withB - at.withA);
  return {
    age: retirementAge,
    withA,
    withB: withA + moreWithB,
    moreWithB,
    years,
    contribution: toHundred(contribution),
    returnPercent: Math.round(returnPercent * 10) / 10,
    wageGrowthPercent: Math.round(wageGrowthPercent * 10) / 10,
  };
}
