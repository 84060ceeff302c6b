import type { SuperParameterRow } from '../dated-figures/dated-figures.js';

/**
 * What the retirement projection assumes until a `superParameters` row of the same name says otherwise from its date.
 * Returns and wage growth are anchored to ASIC RG 276 and instrument 2022/603; tax, taper and ages are the law's.
 * Returns are net of investment fees and of tax on earnings.
 */
const assumptions = {
  /** Of concessional contributions. */
  contributionsTaxPercent: 15,
  /** Turns dollars of a later year into today's. */
  wageGrowthPercent: 3.7,
  /** Until retirement: this much on everything, and the premium in proportion to growth exposure. */
  defensiveReturnPercent: 3,
  growthPremiumPercent: 3.5,
  drawdownReturnPercent: 6,
  /** Dollars of yearly Age Pension lost per $1,000 of assets over the limit, pro rata. */
  agePensionTaperPerThousand: 78,
  retirementAge: 67,
  planToAge: 92,
  minimumDrawdownYears: 5,
};

export const projectionAssumptions: SuperParameterRow[] = Object.entries(assumptions).map(([name, value]) => ({
  name,
  value,
  validFrom: '1992-07-01', // The start of compulsory superannuation.
}));
