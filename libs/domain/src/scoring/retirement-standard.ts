import type { IsoDate } from '../calendar-dates.js';

/**
 * One dated set of ASFA's retirement standard with the Age Pension of that date, in dollars. Year totals are ASFA's yearly budgets, and
 * savings are ASFA's lump sums for age 67. Neither is derived from the other, and sets are never mixed.
 */
export interface RetirementStandard {
  /** The day after the quarter of the budgets. */
  at: IsoDate;
  modestSingleYearTotal: number;
  modestCoupleYearTotal: number;
  comfortableSingleYearTotal: number;
  comfortableCoupleYearTotal: number;
  savingsModestSingle: number;
  savingsModestCouple: number;
  savingsComfortableSingle: number;
  savingsComfortableCouple: number;
  /** Full Age Pension a year. The pension of a couple is for both partners together. */
  pensionSingle: number;
  pensionCouple: number;
  /** Assets test: the limit up to which a single home owner gets the full pension. */
  assetsLimitSingleHomeOwner: number;
}

export const retirementStandardFields = [
  'modestSingleYearTotal',
  'modestCoupleYearTotal',
  'comfortableSingleYearTotal',
  'comfortableCoupleYearTotal',
  'savingsModestSingle',
  'savingsModestCouple',
  'savingsComfortableSingle',
  'savingsComfortableCouple',
  'pensionSingle',
  'pensionCouple',
  'assetsLimitSingleHomeOwner',
] as const satisfies readonly (keyof RetirementStandard)[];

/** A set that may still lack figures. */
export type RetirementStandardDraft = Pick<RetirementStandard, 'at'> & {
  [Field in (typeof retirementStandardFields)[number]]?: number | null;
};

/** Names of the figures that a set lacks. Zero or less counts as missing. */
export const missingFigures = (set: RetirementStandardDraft): string[] =>
  retirementStandardFields.filter((field) => !((set[field] ?? 0) > 0));

export const isComplete = (set: RetirementStandardDraft): set is RetirementStandard => missingFigures(set).length === 0;
