import type { IsoDate } from '../calendar-dates.js';
import { type IncomeGrid, incomeGrid, NO_PENSION, type PensionTest } from './drawdown.js';
import { type AgeTable, ageTableAt, bandValue, type Figures, newestAt } from './figures.js';
import type { RetirementStandard } from './retirement-standard.js';

/** Rates are fractions, money is dollars, ages are whole years. */
export interface ProjectionFigures {
  concessionalCap: number;
  superGuaranteeRate: number;
  contributionsTaxRate: number;
  wageGrowthRate: number;
  defensiveReturnRate: number;
  growthPremiumRate: number;
  drawdownRealReturn: number;
  retirementAge: number;
  planToAge: number;
  minimumDrawdownYears: number;
}

/** The figures in force on one date; null where none were imported. */
export interface FiguresAt {
  concessionalCapCents: number | null;
  peerAverages: { Male: AgeTable | null; Female: AgeTable | null };
  asfaTargets: AgeTable | null;
  deathNeedMultiples: AgeTable | null;
  projection: ProjectionFigures | null;
  standard: RetirementStandard | null;
  /** Retirement income by savings with the standard's Age Pension, for a drawdown over `years`. */
  incomeGrid(years: number): IncomeGrid | null;
  superOnlyIncomeGrid(years: number): IncomeGrid | null;
}

/** Average balance in cents for an age and gender; null for another gender or an unknown age. */
export function peerAverageCents(figures: FiguresAt, gender: string | null, age: number | null): number | null {
  const table = gender === 'Male' || gender === 'Female' ? figures.peerAverages[gender] : null;
  return table === null || age === null ? null : bandValue(table, age);
}

interface Cache {
  dates: Map<IsoDate, FiguresAt>;
  grids: Map<string, IncomeGrid>;
}
const caches = new WeakMap<Figures, Cache>();

/** Looks up every figure once per date. Dates with the same figures share income grids. */
export function figuresAt(figures: Figures, asAt: IsoDate): FiguresAt {
  let cache = caches.get(figures);
  if (cache === undefined) caches.set(figures, (cache = { dates: new Map(), grids: new Map() }));
  let found = cache.dates.get(asAt);
  if (found === undefined) cache.dates.set(asAt, (found = lookUp(figures, asAt, cache.grids)));
  return found;
}

function lookUp(figures: Figures, asAt: IsoDate, grids: Map<string, IncomeGrid>): FiguresAt {
  const parameter = (name: string) => newestAt(figures.parameters.get(name), asAt);
  const standard = newestAt(
    figures.retirementStandards.map((set) => ({ validFrom: set.at, value: set })),
    asAt,
  );
  const cap = parameter('concessionalCap');
  const projection = projectionAt(parameter);
  const gridOf = (pension: PensionTest | null, years: number) => {
    if (pension === null || projection === null) return null;
    const { drawdownRealReturn: realReturn } = projection;
    const key = [pension.fullPension, pension.assetsLimit, pension.taper, realReturn, years].join('|');
    let grid = grids.get(key);
    if (grid === undefined) grids.set(key, (grid = incomeGrid({ pension, realReturn, years })));
    return grid;
  };
  const taper = parameter('agePensionTaperPerThousand');
  const pension =
    standard === null || taper === null
      ? null
      : { fullPension: standard.pensionSingle, assetsLimit: standard.assetsLimitSingleHomeOwner, taper: taper / 1000 };
  return {
    concessionalCapCents: cap === null ? null : Math.round(cap * 100),
    peerAverages: {
      Male: ageTableAt(figures.peerAverages.Male, asAt),
      Female: ageTableAt(figures.peerAverages.Female, asAt),
    },
    asfaTargets: ageTableAt(figures.asfaTargets, asAt),
    deathNeedMultiples: ageTableAt(figures.deathNeedMultiples, asAt),
    projection,
    standard,
    incomeGrid: byYears((years) => gridOf(pension, years)),
    superOnlyIncomeGrid: byYears((years) => gridOf(NO_PENSION, years)),
  };
}

function byYears(find: (years: number) => IncomeGrid | null) {
  const known: (IncomeGrid | null | undefined)[] = [];
  return (years: number): IncomeGrid | null => (known[years] ??= find(years));
}

function projectionAt(parameter: (name: string) => number | null): ProjectionFigures | null {
  const value = (name: string) => parameter(name) ?? NaN;
  const rate = (name: string) => value(name) / 100;
  const figures: ProjectionFigures = {
    concessionalCap: value('concessionalCap'),
    superGuaranteeRate: rate('sgRatePercent'),
    contributionsTaxRate: rate('contributionsTaxPercent'),
    wageGrowthRate: rate('wageGrowthPercent'),
    defensiveReturnRate: rate('defensiveReturnPercent'),
    growthPremiumRate: rate('growthPremiumPercent'),
    drawdownRealReturn: (1 + rate('drawdownReturnPercent')) / (1 + rate('wageGrowthPercent')) - 1,
    retirementAge: value('retirementAge'),
    planToAge: value('planToAge'),
    minimumDrawdownYears: value('minimumDrawdownYears'),
  };
  return Object.values(figures).some(Number.isNaN) ? null : figures;
}
