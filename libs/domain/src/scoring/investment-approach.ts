import { type IsoDate, isWithinTrailingMonths } from '../calendar-dates.js';
import { type Fraction, fractionOf, nearestOnItsSide } from './fraction.js';

/** Target share of growth assets by risk profile, in percent. */
export const riskProfileGrowthTargets: Readonly<Record<string, number>> = {
  Cash: 0,
  Cautious: 20,
  Conservative: 35,
  Moderate: 55,
  Assertive: 75,
  Aggressive: 92,
};

export const riskProfiles: readonly string[] = Object.keys(riskProfileGrowthTargets);

const ASSESSMENT_COUNTS_MONTHS = 24;
/** Percentage points under target at which the component reaches 0. */
const WORTHLESS_BELOW_TARGET = 40;
const TOO_FAR_ABOVE_TARGET = 25;
const POINTS_TOO_FAR_ABOVE = 0.8;
const TOLERANCE = 10;

/** Target share of growth assets, in percent, by the first age that no longer has it; the last has no end. */
export const ageGrowthTargets = [
  { under: 45, percent: 80 },
  { under: 55, percent: 70 },
  { under: 60, percent: 60 },
  { under: null, percent: 50 },
] as const;

/** Target share of growth assets at an age, in percent. */
export const growthTargetOfAge = (age: number): number =>
  ageGrowthTargets.find(({ under }) => under === null || age < under)!.percent;

/** The target that points are measured by: that of an assessed risk profile, else of the age. */
export const growthTargetOf = (member: InvestmentInput, asAt: IsoDate): number | null =>
  growthRangeOf(member, asAt)?.target ?? null;

/** The target that holds for a member, and the lowest and highest growth that suits. Percent. */
export interface GrowthRange {
  target: number;
  from: number;
  to: number;
  basis: 'riskProfile' | 'age';
}

/** Null if there is no recent assessment and the age is unknown. */
export function growthRangeOf(member: InvestmentInput, asAt: IsoDate): GrowthRange | null {
  const assessed = assessedTarget(member, asAt);
  if (assessed === null && member.age === null) return null;
  const target = assessed ?? growthTargetOfAge(member.age!);
  const above = assessed === null ? TOO_FAR_ABOVE_TARGET : TOLERANCE;
  return {
    target,
    from: Math.max(0, target - TOLERANCE),
    to: Math.min(100, target + above),
    basis: assessed === null ? 'age' : 'riskProfile',
  };
}

export interface InvestmentResult {
  points: number | null;
  growthExposureAdequated: boolean | null;
  assessedAndAligned: boolean | null;
  strategySuitable: boolean | null;
}

export interface InvestmentInput {
  age: number | null;
  growthPercent: number | null;
  riskProfileName: string | null;
  riskProfileAssessedOn: IsoDate | null;
}

/** Compares growth exposure with the member's risk profile if it was assessed recently, else with their age. */
export function investmentApproach(member: InvestmentInput, asAt: IsoDate): InvestmentResult {
  const { age, growthPercent: growth } = member;
  const profileTarget = assessedTarget(member, asAt);
  const ageTarget = age === null ? null : growthTargetOfAge(age);
  const adequate = growth === null || ageTarget === null ? null : growth >= ageTarget - TOLERANCE;
  if (profileTarget === null) {
    return {
      points: pointsOf(growth, ageTarget),
      growthExposureAdequated: adequate,
      assessedAndAligned: false,
      strategySuitable: adequate === null ? null : adequate && growth! <= ageTarget! + TOO_FAR_ABOVE_TARGET,
    };
  }
  const aligned = growth === null ? null : growth >= profileTarget - TOLERANCE && growth <= profileTarget + TOLERANCE;
  return {
    points: pointsOf(growth, profileTarget),
    growthExposureAdequated: adequate,
    assessedAndAligned: aligned,
    strategySuitable: aligned,
  };
}

function pointsOf(growth: number | null, target: number | null): number | null {
  if (growth === null || target === null) return null;
  if (growth > target + TOO_FAR_ABOVE_TARGET) return POINTS_TOO_FAR_ABOVE;
  return Math.max(0, 1 - Math.max(0, target - growth) / WORTHLESS_BELOW_TARGET);
}

const assessedTarget = ({ riskProfileName, riskProfileAssessedOn }: InvestmentInput, asAt: IsoDate) =>
  riskProfileName !== null &&
  Object.hasOwn(riskProfileGrowthTargets, riskProfileName) &&
  isWithinTrailingMonths(riskProfileAssessedOn, asAt, ASSESSMENT_COUNTS_MONTHS)
    ? riskProfileGrowthTargets[riskProfileName]!
    : null;

/**
 * Growth exposure of a portfolio in percent, weighted by balance over the holdings with known growth; null without such holdings. The
 * sums are exact, and a fractional percentage is never rounded to a whole one, so comparisons with targets are exact.
 */
export function growthOfHoldings(
  holdings: Iterable<{ balanceCents: number; growthPercent: number | null }>,
): number | null {
  let balance = 0n;
  let weighted: Fraction = { numerator: 0n, denominator: 1n };
  for (const { balanceCents, growthPercent } of holdings) {
    if (growthPercent === null) continue;
    const growth = fractionOf(growthPercent);
    const cents = BigInt(balanceCents);
    balance += cents;
    weighted = {
      numerator: weighted.numerator * growth.denominator + cents * growth.numerator * weighted.denominator,
      denominator: weighted.denominator * growth.denominator,
    };
  }
  if (balance <= 0n) return null;
  return nearestOnItsSide({ numerator: weighted.numerator, denominator: weighted.denominator * balance });
}
