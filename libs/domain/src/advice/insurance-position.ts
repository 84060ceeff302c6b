import type { AgeTable } from '../scoring/figures.js';
import { nearest } from '../scoring/fraction.js';
import {
  deathCoverNeed,
  lifeInsurance,
  neededCoverCents,
  type LifeInsuranceIndicatorResult,
} from '../scoring/life-insurance.js';

/** A member's own figures; null means "not given". */
export interface InsuredFigures {
  age: number | null;
  /** A year. */
  salaryCents: number | null;
  balanceCents: number | null;
  deathCoverCents: number | null;
}

/** How death cover stands to its estimated need, by the rules of the score. Money is whole cents. */
export interface InsurancePosition {
  /** The need in salaries, at this age. */
  multiple: number;
  needCents: number;
  /** Cover and balance together, as a part of the need in percent. */
  coveredPercent: number;
  indicator: LifeInsuranceIndicatorResult;
  /** 0..1 */
  points: number;
  /** What the cover lacks to what is needed, where there is none or too little; else 0. */
  shortCents: number;
  /** The part of the cover above one and a half needs; 0 unless there is too much. */
  overCents: number;
}

/** What is not known of a member, in the words of a sentence. */
export function missingFor(figures: InsuredFigures, multiples: AgeTable | null): string[] {
  const { age, salaryCents, balanceCents, deathCoverCents } = figures;
  return [
    age === null ? 'the age' : null,
    salaryCents === null || salaryCents <= 0 ? 'a salary' : null,
    balanceCents === null ? 'the balance' : null,
    deathCoverCents === null ? 'the death cover' : null,
    multiples === null ? 'how much cover people need by age' : null,
  ].filter((each) => each !== null);
}

/** Null unless everything is known: see `missingFor`. */
export function insurancePosition(figures: InsuredFigures, multiples: AgeTable | null): InsurancePosition | null {
  const { age, salaryCents, balanceCents, deathCoverCents } = figures;
  const need = deathCoverNeed(salaryCents, age, multiples);
  if (need === null || need.numerator <= 0n || balanceCents === null || deathCoverCents === null) return null;
  const { indicator, points } = lifeInsurance(deathCoverCents, balanceCents, need);
  const isShort = indicator === 'None' || indicator === 'Under insured';
  const needed = nearest(need);
  return {
    multiple: needed / salaryCents!,
    needCents: Math.ceil(needed),
    coveredPercent: (100 * (deathCoverCents + Math.max(0, balanceCents))) / needed,
    indicator: indicator!,
    points: points!,
    shortCents: isShort ? neededCoverCents(need, balanceCents) - deathCoverCents : 0,
    overCents: indicator === 'Over insured' ? Math.max(0, deathCoverCents - Math.floor(1.5 * needed)) : 0,
  };
}
