import { exactly, exactOf, plus, timesRatio, type Exact } from '../exact-amount.js';
import { groupBy } from '../group-by.js';
import type { insuranceRateFields, occupationFactorFields, PublishedRow } from '../published-table/published-rows.js';

/** A plan's premium rate: dollars a year for $1,000 of cover, of salary continuance for $1,000 of yearly benefit. */
export type RateRow = PublishedRow<typeof insuranceRateFields>;
export type FactorRow = PublishedRow<typeof occupationFactorFields>;
export type CoverType = RateRow['coverType'];
export type InsuredGender = NonNullable<RateRow['gender']>;

export const coverTypes = ['Death', 'TPD', 'SCI'] as const satisfies readonly CoverType[];

/** When salary continuance (SCI) begins after an illness, and how long it is paid. */
export interface SciTerms {
  waitDays: number;
  /** '2 years', '5 years' or 'to 65'. */
  benefitPeriod: string;
}

/** Of a category, or a row of rates, that names none. */
export const usualSciTerms: SciTerms = { waitDays: 90, benefitPeriod: '2 years' };

export const sciTermsOf = (of: { waitDays: number | null; benefitPeriod: string | null }): SciTerms => ({
  waitDays: of.waitDays ?? usualSciTerms.waitDays,
  benefitPeriod: of.benefitPeriod ?? usualSciTerms.benefitPeriod,
});

const termsKey = ({ waitDays, benefitPeriod }: SciTerms) => `${waitDays} ${benefitPeriod.trim().toLowerCase()}`;

/** The key of an SCI table's terms: the usual ones where a line names none, in whatever case. */
export const sciTermsKey = (of: { waitDays: number | null; benefitPeriod: string | null }): string =>
  termsKey(sciTermsOf(of));

export const isSameTerms = (a: SciTerms, b: SciTerms): boolean => termsKey(a) === termsKey(b);

/** The terms of salary continuance for which a table has rates. */
export const offeredSciTerms = (rows: readonly RateRow[]): SciTerms[] => {
  const offered = rows.filter(({ coverType }) => coverType === 'SCI').map(sciTermsOf);
  return [...groupBy(offered, termsKey).values()].map(([terms]) => terms!);
};

export interface AskedRate {
  coverType: CoverType;
  gender: InsuredGender;
  ageNextBirthday: number;
  /** Counts for salary continuance only. */
  terms: SciTerms;
}

/** The rate at an age, interpolated between the ages of the table and flat beyond them. Null if the table has no such rates. */
export function premiumRate(rows: readonly RateRow[], asked: AskedRate): Exact | null {
  const ofCover = rows.filter(
    (row) =>
      row.coverType === asked.coverType && (row.coverType !== 'SCI' || isSameTerms(sciTermsOf(row), asked.terms)),
  );
  const ofGender = ofCover.filter(({ gender }) => gender === asked.gender);
  // Rows without a gender hold for everybody, unless there are some for this one.
  const counted = ofGender.length > 0 ? ofGender : ofCover.filter(({ gender }) => gender === null);
  const byAge = new Map(counted.map((row) => [row.ageNextBirthday, exactOf(row.ratePerThousand)]));
  const ages = [...byAge.keys()].sort((a, b) => a - b);
  const age = asked.ageNextBirthday;
  const from = ages.findLast((each) => each <= age) ?? ages[0];
  const to = ages.find((each) => each >= age) ?? ages.at(-1);
  if (from === undefined || to === undefined) return null;
  const [low, high] = [byAge.get(from)!, byAge.get(to)!];
  if (from >= to) return low;
  const years = BigInt(to - from);
  return plus(timesRatio(low, BigInt(to - age), years), timesRatio(high, BigInt(age - from), years));
}

/** What an occupation multiplies a cover's rates with. Null if the table does not name it. */
export function occupationFactor(rows: readonly FactorRow[], occupationGroup: string, cover: CoverType): Exact | null {
  const row = rows.find((each) => each.occupationGroup === occupationGroup && each.coverType === cover);
  return row === undefined ? null : exactOf(row.factor);
}

/** The occupations of a table in its order. */
export const occupationGroups = (rows: readonly FactorRow[]): string[] => [
  ...new Set(rows.map(({ occupationGroup }) => occupationGroup)),
];

/** A yearly premium in cents, unrounded. For salary continuance `coverCents` is a year's benefit. */
export const exactPremium = (rate: Exact, coverCents: number): Exact =>
  timesRatio(rate, exactly(coverCents).numerator, 1_000n);
