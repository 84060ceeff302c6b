/** The Age Pension of one retirement standard, in dollars a year of that standard's date. */
export interface PensionTest {
  fullPension: number;
  /** Assets up to this limit leave the full pension. */
  assetsLimit: number;
  /** Dollars of yearly pension lost per dollar of assets over the limit: 0.078 for $78 per $1,000. */
  taper: number;
}

export interface Drawdown {
  pension: PensionTest;
  /** Yearly growth of the account over wages, (1 + return) / (1 + wage growth) - 1. */
  realReturn: number;
  years: number;
}

export const NO_PENSION: PensionTest = { fullPension: 0, assetsLimit: 0, taper: 0 };

/** Yearly Age Pension at these assets: assets test only, pro rata rather than per whole $1,000. */
export const agePension = ({ fullPension, assetsLimit, taper }: PensionTest, assets: number): number =>
  Math.max(0, Math.min(fullPension, fullPension - taper * (assets - assetsLimit)));

/** The savings left after the last year when the same income is taken at the start of every year. */
function leftOver({ pension, realReturn, years }: Drawdown, savings: number, income: number): number {
  let assets = savings;
  for (let year = 0; year < years; year++) {
    assets = (assets + agePension(pension, assets) - income) * (1 + realReturn);
  }
  return assets;
}

/**
 * The level real income in dollars a year, pension included, that exhausts the savings in the last year. Found by bisection over the
 * yearly simulation. Scoring uses `incomeGrid`, which the specs compare with this.
 */
export function solveIncome(drawdown: Drawdown, savings: number): number {
  let low = 0;
  let high = savings + drawdown.pension.fullPension + 1;
  for (let halving = 0; halving < 80; halving++) {
    const middle = (low + high) / 2;
    if (leftOver(drawdown, savings, middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The assets before spending that equal `total` together with their pension. */
function assetsFrom({ fullPension, assetsLimit, taper }: PensionTest, total: number): number {
  if (total <= assetsLimit + fullPension) return total - fullPension;
  if (total >= cutOff({ fullPension, assetsLimit, taper })) return total;
  return (total - fullPension - taper * assetsLimit) / (1 - taper);
}

/** The assets at which the pension ends. */
const cutOff = ({ fullPension, assetsLimit, taper }: PensionTest) =>
  taper > 0 ? assetsLimit + fullPension / taper : assetsLimit;

/** The assets that pay for `income` over the last years of a drawdown, computed backwards from an empty account. */
function assetsFor({ pension, realReturn }: Drawdown, income: number, lastYears: number): number {
  let assets = 0;
  for (let year = 0; year < lastYears; year++) {
    assets = assetsFrom(pension, income + assets / (1 + realReturn));
  }
  return assets;
}

const NEGLIGIBLE_DOLLARS = 1e-6;

/** Savings at 67 and their income at every bend of the curve, both ascending. */
export interface IncomeGrid {
  savings: Float64Array;
  incomes: Float64Array;
}

/**
 * Income is a piecewise linear function of savings. It bends only where the assets of some later year equal the limit or the point where
 * the pension ends, so interpolation between those points is exact.
 */
export function incomeGrid(drawdown: Drawdown): IncomeGrid {
  const { pension, years } = drawdown;
  const incomes = [pension.fullPension];
  for (let lastYears = 1; lastYears <= years; lastYears++) {
    incomes.push(incomeReaching(drawdown, lastYears, pension.assetsLimit));
    incomes.push(incomeReaching(drawdown, lastYears, cutOff(pension)));
  }
  incomes.sort((a, b) => a - b);
  const last = incomes[incomes.length - 1] ?? 0;
  incomes.push(last * 2 + 10_000); // Gives the slope of the line beyond the last bend.
  const knots = incomes.filter((income, i) => i === 0 || income - incomes[i - 1]! > NEGLIGIBLE_DOLLARS);
  return {
    incomes: Float64Array.from(knots),
    savings: Float64Array.from(knots, (income) => assetsFor(drawdown, income, years)),
  };
}

/** The income whose assets are `assets` when `lastYears` years are left, by bisection. */
function incomeReaching(drawdown: Drawdown, lastYears: number, assets: number): number {
  let low = 0;
  let high = assets + drawdown.pension.fullPension + 1;
  for (let halving = 0; halving < 80; halving++) {
    const middle = (low + high) / 2;
    if (assetsFor(drawdown, middle, lastYears) < assets) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Dollars a year from these savings: linear between knots, and along the last line beyond them. */
export function incomeFrom({ savings, incomes }: IncomeGrid, amount: number): number {
  let low = 0;
  let high = savings.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (savings[middle]! <= amount) low = middle;
    else high = middle;
  }
  const share = (Math.max(amount, savings[0]!) - savings[low]!) / (savings[high]! - savings[low]!);
  return incomes[low]! + share * (incomes[high]! - incomes[low]!);
}
