import { type AgeTable, interpolate } from './figures.js';

export type LifeInsuranceIndicatorResult = 'None' | 'Under insured' | 'On target' | 'Over insured';

export interface LifeInsuranceResult {
  points: number | null;
  indicator: LifeInsuranceIndicatorResult | null;
}

const OVER_INSURED_FROM_NEEDS = 1.5;
const OVER_INSURED_POINTS = 0.8;
const ENOUGH_SHARE_OF_NEED = 0.8;
const POINTS_BELOW_ENOUGH = 0.7;

const MISSING: LifeInsuranceResult = { points: null, indicator: null };

/** Death cover needed at this age, in cents; null when salary, age or the multiples are unknown. */
export const deathCoverNeedCents = (
  salaryCents: number | null,
  age: number | null,
  multiples: AgeTable | null,
): number | null =>
  salaryCents === null || age === null || multiples === null ? null : salaryCents * interpolate(multiples, age);

/**
 * Cover and balance together against need, all in cents. No cover scores 0 whatever else is missing; cover alone above
 * one and a half needs is too much even where the balance is unknown.
 */
export function lifeInsurance(
  coverCents: number | null,
  balanceCents: number | null,
  needCents: number | null,
): LifeInsuranceResult {
  if (coverCents === null) return MISSING;
  if (coverCents <= 0) return { points: 0, indicator: 'None' };
  if (needCents === null || needCents <= 0) return MISSING;
  if (coverCents > OVER_INSURED_FROM_NEEDS * needCents) {
    return { points: OVER_INSURED_POINTS, indicator: 'Over insured' };
  }
  if (balanceCents === null) return MISSING;
  const shareOfNeed = (coverCents + Math.max(0, balanceCents)) / needCents;
  return shareOfNeed < ENOUGH_SHARE_OF_NEED
    ? { points: (POINTS_BELOW_ENOUGH * shareOfNeed) / ENOUGH_SHARE_OF_NEED, indicator: 'Under insured' }
    : { points: 1, indicator: 'On target' };
}

export type InsurancePoints = '1|Under half' | '2|Half or more' | '3|Full';

export function insurancePoints(points: number | null): InsurancePoints | null {
  if (points === null) return null;
  if (points >= 1) return '3|Full';
  return points >= 0.5 ? '2|Half or more' : '1|Under half';
}
