import type { IsoDate } from '../calendar-dates.js';

/**
 * One dated set of ASFA's retirement standard with the Age Pension of that date, in dollars. Year totals are ASFA's
 * yearly budgets, savings the lump sums it names for age 67; neither is derived from the other. Sets are never mixed.
 */
export interface RetirementStandard {
  /** The day after the quarter whose budgets these are. */
  at: IsoDate;
  modestSingleYearTotal: number;
  modestCoupleYearTotal: number;
  comfortableSingleYearTotal: number;
  comfortableCoupleYearTotal: number;
  savingsModestSingle: number;
  savingsModestCouple: number;
  savingsComfortableSingle: number;
  savingsComfortableCouple: number;
  /** Full Age Pension a year, of a couple for both together. */
  pensionSingle: number;
  pensionCouple: number;
  /** Assets test: up to here a single home owner gets the full pension. */
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

/** A set as it may arrive: some figures not yet given. */
export type RetirementStandardDraft = Pick<RetirementStandard, 'at'> & {
  [Field in (typeof retirementStandardFields)[number]]?: number | null;
};

/** The figures that a set still lacks; zero or less is no figure. */
export const missingFigures = (set: RetirementStandardDraft): string[] =>
  retirementStandardFields.filter((field) => !((set[field] ?? 0) > 0));

export const isComplete = (set: RetirementStandardDraft): set is RetirementStandard => missingFigures(set).length === 0;
