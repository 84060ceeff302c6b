// Published figures as rows of the import tables `benchmarks` and `superParameters`, for the demo data and for specs. Scoring uses
// imported figures only.
import type { BenchmarkRow, SuperParameterRow } from '../dated-figures/dated-figures.js';
import { type RetirementStandard, retirementStandardRows } from './retirement-standard.js';

const parameters = (name: string, values: Record<string, number>): SuperParameterRow[] =>
  Object.entries(values).map(([validFrom, value]) => ({ name, value, validFrom }));

const FIRST_PUBLISHED = '2020-07-01';

/** Australian Taxation Office: the cap in dollars a financial year, the superannuation guarantee in percent of salary. */
const taxOffice: SuperParameterRow[] = [
  ...parameters('concessionalCap', {
    '2017-07-01': 25_000,
    '2021-07-01': 27_500,
    '2024-07-01': 30_000,
    '2026-07-01': 32_500,
  }),
  ...parameters('sgRatePercent', {
    '2014-07-01': 9.5,
    '2021-07-01': 10,
    '2022-07-01': 10.5,
    '2023-07-01': 11,
    '2024-07-01': 11.5,
    '2025-07-01': 12,
  }),
];

/** A family's need of death cover as a multiple of salary, by age: Rice Warner's basic level to 55, our own continuation beyond. */
const deathNeed: SuperParameterRow[] = (
  [
    [20, 9.3],
    [25, 7.95],
    [30, 6.6],
    [35, 6.0],
    [40, 5.4],
    [45, 4.3],
    [50, 3.2],
    [55, 2.4],
    [60, 1.6],
    [65, 0.8],
  ] as const
).map(([age, value]) => ({ name: `deathNeedMultiple:${age}`, value, validFrom: FIRST_PUBLISHED }));

/** Average account balances of Australians by gender; an age is the first of a five-year band. Source: Qantas Super. */
const peerAverages: BenchmarkRow[] = (
  [
    [20, 9_500, 8_100],
    [25, 28_000, 24_000],
    [30, 58_000, 46_000],
    [35, 92_000, 72_000],
    [40, 135_000, 99_000],
    [45, 182_000, 128_000],
    [50, 242_000, 159_000],
    [55, 311_000, 207_000],
    [60, 372_000, 251_000],
  ] as const
).flatMap(([age, male, female]) => [
  { kind: 'PEER', birthYearOrAge: age, gender: 'Male', amountCents: male * 100, validFrom: FIRST_PUBLISHED },
  { kind: 'PEER', birthYearOrAge: age, gender: 'Female', amountCents: female * 100, validFrom: FIRST_PUBLISHED },
]);

/** ASFA's target balances by age towards a comfortable retirement. */
const asfaTargets: BenchmarkRow[] = (
  [
    [23, 5_000],
    [25, 17_000],
    [30, 54_000],
    [35, 93_000],
    [40, 143_000],
    [45, 195_000],
    [50, 257_000],
    [55, 330_000],
    [60, 415_000],
    [65, 503_000],
    [67, 535_000],
  ] as const
).map(([age, amount]) => ({
  kind: 'ASFA',
  birthYearOrAge: age,
  gender: null,
  amountCents: amount * 100,
  validFrom: FIRST_PUBLISHED,
}));

const LUMP_SUMS_2020 = {
  savingsModestSingle: 70_000,
  savingsModestCouple: 70_000,
  savingsComfortableSingle: 545_000,
  savingsComfortableCouple: 640_000,
};
const LUMP_SUMS_MARCH_2023 = {
  savingsModestSingle: 100_000,
  savingsModestCouple: 100_000,
  savingsComfortableSingle: 595_000,
  savingsComfortableCouple: 690_000,
};

/** ASFA's budgets of the June (September 2020) quarter before each date; Age Pension and limit from Services Australia. */
export const referenceRetirementStandards: RetirementStandard[] = [
  {
    at: '2020-07-01',
    modestSingleYearTotal: 27_902,
    modestCoupleYearTotal: 40_380,
    comfortableSingleYearTotal: 43_687,
    comfortableCoupleYearTotal: 61_909,
    ...LUMP_SUMS_2020,
    pensionSingle: 24_552,
    pensionCouple: 37_014,
    assetsLimitSingleHomeOwner: 268_000,
  },
  {
    at: '2020-10-01',
    modestSingleYearTotal: 27_987,
    modestCoupleYearTotal: 40_440,
    comfortableSingleYearTotal: 43_901,
    comfortableCoupleYearTotal: 62_083,
    ...LUMP_SUMS_2020,
    pensionSingle: 24_552,
    pensionCouple: 37_014,
    assetsLimitSingleHomeOwner: 268_000,
  },
  {
    at: '2021-07-01',
    modestSingleYearTotal: 28_514,
    modestCoupleYearTotal: 41_170,
    comfortableSingleYearTotal: 44_818,
    comfortableCoupleYearTotal: 63_352,
    ...LUMP_SUMS_2020,
    pensionSingle: 24_770,
    pensionCouple: 37_341,
    assetsLimitSingleHomeOwner: 270_500,
  },
  {
    at: '2024-07-01',
    modestSingleYearTotal: 33_134,
    modestCoupleYearTotal: 47_731,
    comfortableSingleYearTotal: 52_085,
    comfortableCoupleYearTotal: 73_337,
    ...LUMP_SUMS_MARCH_2023,
    pensionSingle: 29_024,
    pensionCouple: 43_753,
    assetsLimitSingleHomeOwner: 314_000,
  },
];

export const referenceBenchmarks: BenchmarkRow[] = [...peerAverages, ...asfaTargets];
/** All rows of `superParameters`, including the retirement standards. */
export const referenceSuperParameters: SuperParameterRow[] = [
  ...taxOffice,
  ...deathNeed,
  ...referenceRetirementStandards.flatMap(retirementStandardRows),
];
