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

/** The rate of an age, or why the table has none: it has no such rates at all, ends before the age, or skips it between two others. */
export type FoundRate =
  { kind: 'rate'; rate: Exact } | { kind: 'none' } | { kind: 'outside' | 'between'; from: number; to: number };

/** The rate at an age. Between two ages of the table it is interpolated where the table says so; beyond them there is none. */
export function premiumRate(rows: readonly RateRow[], asked: AskedRate): FoundRate {
  const ofCover = rows.filter(
    (row) =>
      row.coverType === asked.coverType && (row.coverType !== 'SCI' || isSameTerms(sciTermsOf(row), asked.terms)),
  );
  const ofGender = ofCover.filter(({ gender }) => gender === asked.gender);
  // Rows without a gender hold for everybody, unless there are some for this one.
  const counted = ofGender.length > 0 ? ofGender : ofCover.filter(({ gender }) => gender === null);
  const byAge = counted.toSorted((a, b) => a.ageNextBirthday - b.ageNextBirthday);
  const [first, last] = [byAge[0], byAge.at(-1)];
  if (first === undefined || last === undefined) return { kind: 'none' };
  const age = asked.ageNextBirthday;
  const low = byAge.findLast((row) => row.ageNextBirthday <= age);
  const high = byAge.find((row) => row.ageNextBirthday >= age);
  if (low === undefined || high === undefined)
    return { kind: 'outside', from: first.ageNextBirthday, to: last.ageNextBirthday };
  const [from, to] = [low.ageNextBirthday, high.ageNextBirthday];
  if (from === to) return { kind: 'rate', rate: exactOf(low.ratePerThousand) };
  if (!isInterpolated(low)) return { kind: 'between', from, to };
  const years = BigInt(to - from);
  return {
    kind: 'rate',
    rate: plus(
      timesRatio(exactOf(low.ratePerThousand), BigInt(to - age), years),
      timesRatio(exactOf(high.ratePerThousand), BigInt(age - from), years),
    ),
  };
}

/** A table from before lines could say so was published by the rule that rates between its ages are interpolated. */
export const isInterpolated = ({ interpolated }: { interpolated?: unknown }): boolean =>
  interpolated === undefined || interpolated === true;

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
