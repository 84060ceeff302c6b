export type ProjectedRetirementStandard = '1|Inadequate' | '2|Modest' | '3|Comfortable' | '4|Aspirational';

/** Dollars a year. */
export interface AdequacyLevels {
  /** The full Age Pension, which is the minimum income; 0 when only the account counts. */
  fullPension: number;
  modest: number;
  comfortable: number;
  aspirational: number;
}

/** Aspirational is 60 % of salary, but at least comfortable. Rounded once, so that 60 % of $80,000 is exactly $48,000. */
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

/** The highest standard reached by an income. */
export function projectedStandard(income: number, levels: AdequacyLevels): ProjectedRetirementStandard {
  if (income >= levels.aspirational) return '4|Aspirational';
  if (income >= levels.comfortable) return '3|Comfortable';
  return income >= levels.modest ? '2|Modest' : '1|Inadequate';
}

/** Points 0..1: a quarter up to modest, another half up to comfortable, and the last quarter up to aspirational. */
export function adequacyPoints(income: number, { fullPension, modest, comfortable, aspirational }: AdequacyLevels) {
  if (income >= aspirational) return 1;
  if (income >= comfortable) return 0.75 + (0.25 * (income - comfortable)) / (aspirational - comfortable);
  if (income >= modest) return 0.25 + (0.5 * (income - modest)) / (comfortable - modest);
  return fullPension < modest ? Math.max(0, (0.25 * (income - fullPension)) / (modest - fullPension)) : 0;
}

/** At least 95 % of modest. Whole cents make the boundary exact. */
export const isOnTrack = (income: number, { modest }: AdequacyLevels): boolean =>
  income >= (95 * Math.round(modest * 100)) / 10_000;
