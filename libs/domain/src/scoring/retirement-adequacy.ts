export type ProjectedRetirementStandard = '1|Inadequate' | '2|Modest' | '3|Comfortable' | '4|Aspirational';

/** Dollars a year. */
export interface AdequacyLevels {
  /** Nobody has less than the full Age Pension; 0 when only the account counts. */
  fullPension: number;
  modest: number;
  comfortable: number;
  aspirational: number;
}

const ASPIRATIONAL_SHARE_OF_SALARY = 0.6;
const ON_TRACK_SHARE_OF_MODEST = 0.95;

/** Aspirational is 60 % of salary, and never less than comfortable. */
export const adequacyLevels = (
  standard: { modestSingleYearTotal: number; comfortableSingleYearTotal: number },
  fullPension: number,
  salary: number,
): AdequacyLevels => ({
  fullPension,
  modest: standard.modestSingleYearTotal,
  comfortable: standard.comfortableSingleYearTotal,
  aspirational: Math.max(ASPIRATIONAL_SHARE_OF_SALARY * salary, standard.comfortableSingleYearTotal),
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

export const isOnTrack = (income: number, { modest }: AdequacyLevels): boolean =>
  income >= ON_TRACK_SHARE_OF_MODEST * modest;
