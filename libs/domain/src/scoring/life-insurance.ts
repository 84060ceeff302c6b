import { type AgeTable, interpolate } from './figures.js';
import { type Fraction, nearest } from './fraction.js';

export type LifeInsuranceIndicatorResult = 'None' | 'Under insured' | 'On target' | 'Over insured';

/** Groups of points: below 0.5, from 0.5 to below 1, and 1. */
export type InsurancePoints = '1|Under half' | '2|Half or more' | '3|Full';

export interface LifeInsuranceResult {
  points: number | null;
  indicator: LifeInsuranceIndicatorResult | null;
  insurancePoints: InsurancePoints | null;
}

const OVER_INSURED_POINTS = 0.8;

const MISSING: LifeInsuranceResult = { points: null, indicator: null, insurancePoints: null };

/** Needed death cover at this age, in cents with fractions; null when salary, age or the multiples are unknown. */
export function deathCoverNeed(
  salaryCents: number | null,
  age: number | null,
  multiples: AgeTable | null,
): Fraction | null {
  if (salaryCents === null || age === null || multiples === null) return null;
  const { numerator, denominator } = interpolate(multiples, age);
  return { numerator: BigInt(salaryCents) * numerator, denominator };
}

/**
 * The cover in whole cents that meets a need together with the balance, and at least half of the need. It is between half of the need and
 * the whole need, so it never exceeds 1.5 needs, which would be too much.
 */
export function neededCoverCents(need: Fraction, balanceCents: number): number {
  const needCents = Math.ceil(nearest(need));
  return Math.max(needCents - Math.max(0, balanceCents), Math.ceil(needCents / 2));
}

/**
 * Compares cover plus balance with need, all in cents. No cover scores 0 even when other inputs are missing. Cover alone above 1.5
 * needs is too much, even when the balance is unknown. R is cover plus balance over need; the points are 0.7 R / 0.8 below 0.8, else 1.
 * All comparisons are of whole numbers, so exactly 1.5 needs are not too much.
 */
export function lifeInsurance(
  coverCents: number | null,
  balanceCents: number | null,
  need: Fraction | null,
): LifeInsuranceResult {
  if (coverCents === null) return MISSING;
  if (coverCents <= 0) return { points: 0, indicator: 'None', insurancePoints: '1|Under half' };
  if (need === null || need.numerator <= 0n) return MISSING;
  if (2n * BigInt(coverCents) * need.denominator > 3n * need.numerator) {
    return { points: OVER_INSURED_POINTS, indicator: 'Over insured', insurancePoints: '2|Half or more' };
  }
  if (balanceCents === null) return MISSING;
  const covered = BigInt(coverCents + Math.max(0, balanceCents)) * need.denominator;
  if (10n * covered >= 8n * need.numerator) return { points: 1, indicator: 'On target', insurancePoints: '3|Full' };
  const points = { numerator: 7n * covered, denominator: 8n * need.numerator };
  return {
    points: nearest(points),
    indicator: 'Under insured',
    insurancePoints: 2n * points.numerator >= points.denominator ? '2|Half or more' : '1|Under half',
  };
}
