import type { SuperParameterRow } from '../dated-figures/dated-figures.js';

/**
 * Default assumptions of the retirement projection. A `superParameters` row of the same name overrides one from its date on. Returns and
 * wage growth follow ASIC RG 276 and instrument 2022/603; tax, taper and ages follow the law. Returns are net of investment fees and of
 * tax on earnings.
 */
const assumptions = {
  /** Tax on concessional contributions. */
  contributionsTaxPercent: 15,
  /** Deflates a later year's dollars to today's. */
  wageGrowthPercent: 3.7,
  /** Return on all assets until retirement; the growth premium is added in proportion to growth exposure. */
  defensiveReturnPercent: 3,
  growthPremiumPercent: 3.5,
  drawdownReturnPercent: 6,
  /** Dollars of yearly Age Pension lost per $1,000 of assets over the limit, pro rata. */
  agePensionTaperPerThousand: 78,
  retirementAge: 67,
  planToAge: 92,
  minimumDrawdownYears: 5,
};

/**
 * What a comparison of investments assumes besides; scoring does not use it. The average investment fee is what the returns above are net
 * of, so a comparison adds it back before it takes off an option's own fees: 0.6 % is about what MySuper products charged on average in
 * APRA's statistics of 2024 and 2025, transaction costs included. The deviations are those of a year's return of bonds and cash, and of
 * shares and property in a mix, rounded from indices of 1993 to 2024.
 */
const optionAssumptions = {
  averageInvestmentFeePercent: 0.6,
  defensiveDeviationPercent: 3,
  growthDeviationPercent: 12,
};

const initialRows = (values: Readonly<Record<string, number>>): SuperParameterRow[] =>
  Object.entries(values).map(([name, value]) => ({
    name,
    value,
    validFrom: '1992-07-01', // The start of compulsory superannuation.
  }));

export const projectionAssumptions = initialRows({ ...assumptions, ...optionAssumptions });
