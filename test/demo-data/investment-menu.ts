import type { Random } from './random.js';

export interface InvestmentOption {
  code: string;
  name: string;
  description: string;
  growthPercent: number;
  lifecycle: boolean;
  choice: boolean;
  /** Investment fee, percent a year. */
  feePercent: number;
}

const lifecycle = (decade: number, growthPercent: number): InvestmentOption => ({
  code: `LC${decade}`,
  name: `Lifecycle born ${decade}s`,
  description: `For members born ${decade} to ${decade + 9}: the share of growth assets falls as retirement comes nearer.`,
  growthPercent,
  lifecycle: true,
  choice: false,
  feePercent: 0.52,
});
const ready = (code: string, name: string, growthPercent: number, feePercent: number, description: string) => ({
  code,
  name,
  description,
  growthPercent,
  feePercent,
  lifecycle: false,
  choice: true,
});

/** The menu of every platform, lifecycle options first. */
export const investmentMenu: readonly InvestmentOption[] = [
  lifecycle(1940, 38),
  lifecycle(1950, 40),
  lifecycle(1960, 48),
  lifecycle(1970, 63),
  lifecycle(1980, 76),
  lifecycle(1990, 85),
  lifecycle(2000, 88),
  { ...ready('MYBAL', 'MySuper Balanced', 70, 0.49, 'The default for members who make no choice.'), choice: false },
  ready('CASH', 'Cash', 0, 0.06, 'Deposits and short-dated bills.'),
  ready('CAUT', 'Cautious', 20, 0.31, 'Mostly bonds and cash, with a few shares.'),
  ready('CONS', 'Conservative', 35, 0.38, 'Steady income first, some growth.'),
  ready('MODR', 'Moderate', 55, 0.47, 'Growth and defensive assets in near balance.'),
  ready('ASRT', 'Assertive', 75, 0.58, 'Mainly shares and property, for ten years or more.'),
  ready('AGGR', 'Aggressive', 92, 0.66, 'Nearly all in growth assets, for the patient.'),
  ready('AUSH', 'Australian Shares', 100, 0.45, 'Companies listed in Australia.'),
  ready('INSH', 'International Shares', 100, 0.4, 'Companies listed overseas, unhedged.'),
  ready('FIXI', 'Fixed Interest', 0, 0.22, 'Government and corporate bonds.'),
  ready('SUST', 'Sustainable Growth', 78, 0.72, 'Growth assets, "tilted" to lower emissions, no tobacco.'),
];

/** Options that are younger than ten years, and so have no return over them. */
const young: ReadonlySet<string> = new Set(['LC2000', 'SUST']);
/** Of one kind of assets, which the test does not cover. */
const notTested: ReadonlySet<string> = new Set(['CASH', 'AUSH', 'INSH', 'FIXI']);

export const hasTenYears = ({ code }: InvestmentOption): boolean => !young.has(code);

/** The standard risk measure; '' for bonds, whose provider publishes none. */
export function riskLabelOf({ code, growthPercent }: InvestmentOption): string {
  if (code === 'FIXI') return '';
  if (growthPercent === 0) return 'Very low';
  if (growthPercent <= 20) return 'Low';
  if (growthPercent <= 40) return 'Low to medium';
  if (growthPercent < 65) return 'Medium';
  if (growthPercent < 80) return 'Medium to high';
  return growthPercent < 100 ? 'High' : 'Very high';
}

/** What became of an option in APRA's test; '' for the oldest members' option, of which nothing is known. */
export function performanceTestOf({ code }: InvestmentOption): 'Passed' | 'Failed' | 'Not tested' | '' {
  if (code === 'LC1940') return '';
  if (notTested.has(code)) return 'Not tested';
  return code === 'SUST' ? 'Failed' : 'Passed';
}

const option = (code: string): InvestmentOption => investmentMenu.find((candidate) => candidate.code === code)!;

/** The six risk profiles with their growth targets in percent and their investment options. */
export const riskProfiles = [
  { name: 'Cash', growthPercent: 0, option: option('CASH') },
  { name: 'Cautious', growthPercent: 20, option: option('CAUT') },
  { name: 'Conservative', growthPercent: 35, option: option('CONS') },
  { name: 'Moderate', growthPercent: 55, option: option('MODR') },
  { name: 'Assertive', growthPercent: 75, option: option('ASRT') },
  { name: 'Aggressive', growthPercent: 92, option: option('AGGR') },
] as const;
export type RiskProfile = (typeof riskProfiles)[number];

export const lifecycleFor = (birthYear: number): InvestmentOption =>
  option(`LC${Math.max(1940, Math.min(2000, Math.floor(birthYear / 10) * 10))}`);
export const balancedDefault = option('MYBAL');

const sideOptions = ['AUSH', 'INSH', 'FIXI', 'SUST'].map(option);

export interface Holdings {
  main: InvestmentOption;
  side: InvestmentOption | undefined;
  /** Share of the balance in the second option, 0 to 0.5. */
  sideShare: number;
  growthPercent: number;
  feePercent: number;
}

const holdingsOf = (main: InvestmentOption, side: InvestmentOption | undefined, sideShare: number): Holdings => ({
  main,
  side,
  sideShare,
  growthPercent: Math.round(10 * (main.growthPercent * (1 - sideShare) + (side?.growthPercent ?? 0) * sideShare)) / 10,
  feePercent: main.feePercent * (1 - sideShare) + (side?.feePercent ?? 0) * sideShare,
});

/** Four in ten members hold a second option beside their main one. */
export const withSideOption = (main: InvestmentOption, random: Random): Holdings =>
  random.chance(0.4)
    ? holdingsOf(main, random.pick(sideOptions), random.whole(1, 5) / 20)
    : holdingsOf(main, undefined, 0);

/** The profile chosen by a member who leaves the default option. */
export const chosenProfile = (random: Random): RiskProfile =>
  riskProfiles[
    random.weighted([
      [0, 8],
      [1, 13],
      [2, 20],
      [3, 32],
      [4, 18],
      [5, 9],
    ])
  ]!;

/** The profile with the target nearest to the current growth exposure. */
export const nearestProfile = (growthPercent: number): RiskProfile =>
  riskProfiles.reduce((best, profile) =>
    Math.abs(profile.growthPercent - growthPercent) < Math.abs(best.growthPercent - growthPercent) ? profile : best,
  );
