export type ProjectedRetirementStandard = '1|Inadequate' | '2|Modest' | '3|Comfortable' | '4|Aspirational';

/** Dollars a year. */
export interface AdequacyLevels {
  /** Nobody has less than the full Age Pension; 0 when only the account counts. */
  fullPension: number;
  modest: number;
  comfortable: number;
  aspirational: number;
}

/** Aspirational is 60 % of salary, and never less than comfortable. One rounding: 60 % of $80,000 is exactly $48,000. */
export const adequacyLevels = (
  standard: { modestSingleYearTotal: number; comfortableSingleYearTotal: number },
  fullPension: number,
  salaryCents: number,
): AdequacyLevels => ({
  fullPension,
  modest: standard.modestSingleYearTotal,
  comfortable: standard.comfortableSingleYearTotal,
  aspirational: Math.max((6 * salaryCents) / 1000, standard.comfortableSingleYearTotal),
});

/** The highest standard that an income reaches. */
export function projectedStandard(income: number, levels: AdequacyLevels): ProjectedRetirementStandard {
  if (income >= levels.aspirational) return '4|Aspirational';
  if (income >= levels.comfortable) return '3|Comfortable';
  return income >= levels.modest ? '2|Modest' : '1|Inadequate';
}

/** A quarter up to modest, half more up to comfortable, the last quarter up to aspirational. */
export function adequacyPoints(income: number, { fullPension, modest, comfortable, aspirational }: AdequacyLevels) {
  if (income >= aspirational) return 1;
  if (income >= comfortable) return 0.75 + (0.25 * (income - comfortable)) / (aspirational - comfortable);
  if (income >= modest) return 0.25 + (0.5 * (income - modest)) / (comfortable - modest);
  return fullPension < modest ? Math.max(0, (0.25 * (income - fullPension)) / (modest - fullPension)) : 0;
}

/** From 95 % of modest, taken in whole cents, so that exactly 95 % is enough. */
export const isOnTrack = (income: number, { modest }: AdequacyLevels): boolean =>
  income >= (95 * Math.round(modest * 100)) / 10_000;
