import { exactly, halfUp, plus, smaller, times, timesRatio, type Exact } from '../exact-amount.js';
import { coverTypes, type CoverType } from './premium-rates.js';
import type { Covers } from './quote-insurance.js';

/** What a person's household is said to be. Money is cents; null is the default of `neededBy`. */
export interface NeedInput {
  /** Home loan and other debts. */
  debtsCents: number | null;
  /** People who live on the person's income. */
  dependants: number | null;
  /** Percent of income that is replaced. */
  incomePercent: number | null;
  /** For how many years. */
  incomeYears: number | null;
  /** Funeral and a start without the person; of death only. */
  funeralCents: number | null;
  /** Care and changes of the home; of disablement only. */
  careCents: number | null;
  /** A year. */
  partnerIncomeCents: number | null;
}

export type NeedGiven = { readonly [Name in keyof NeedInput]: number };

/** Whole years to this birthday are those for which income is replaced. */
const needToAge = 67;
/** What is paid out earns this above inflation, in thousandths: money that is needed later is needed in part. */
const discountPerMille = 25n;
/** Of the salary, which salary continuance replaces. */
const sciNeedPercent = 75;

const needDefaults = {
  debtsCents: 0,
  dependants: 0,
  incomePercent: 60,
  funeralCents: 2_000_000,
  careCents: 12_000_000,
  partnerIncomeCents: 0,
} as const;

/** What counts of each input: what was given, and else its default. */
export const neededBy = (input: NeedInput, age: number): NeedGiven => ({
  debtsCents: input.debtsCents ?? needDefaults.debtsCents,
  dependants: input.dependants ?? needDefaults.dependants,
  incomePercent: input.incomePercent ?? needDefaults.incomePercent,
  incomeYears: input.incomeYears ?? Math.max(0, needToAge - age),
  funeralCents: input.funeralCents ?? needDefaults.funeralCents,
  careCents: input.careCents ?? needDefaults.careCents,
  partnerIncomeCents: input.partnerIncomeCents ?? needDefaults.partnerIncomeCents,
});

/** One dollar a year for so many years, each at a year's end, in today's dollars. */
export function annuity(years: number): Exact {
  const [by, per] = [1_000n, 1_000n + discountPerMille];
  let sum = exactly(0);
  // What the later years are worth a year before, and a dollar: sum = (sum + 1) x by / per.
  for (let year = 0; year < years; year += 1) sum = timesRatio(plus(sum, exactly(1)), by, per);
  return sum;
}

/** A part of a need in whole dollars, as cents; what lessens it is below 0. */
export interface NeedPart {
  part: 'debts' | 'income' | 'partner' | 'funeral' | 'care' | 'super';
  cents: number;
}

export interface CoverNeed {
  given: NeedGiven;
  parts: Readonly<Record<'Death' | 'TPD', readonly NeedPart[]>>;
  /** Of salary continuance a month. */
  needCents: Covers;
}

const wholeDollars = (cents: Exact): number => halfUp(timesRatio(cents, 1n, 100n)) * 100;

/**
 * The cover that a household needs by a rule of thumb. Debts, and income to 67 (a percentage of the salary for some years, at 2.5 % above
 * inflation), less what the partner's income leaves beyond the same percentage of it; for death the funeral, for disablement care; less
 * super. Without dependants nobody's income is replaced after a death, while somebody who is disabled still needs theirs. Parts are half up
 * to the dollar and a need is their sum, at least 0. Salary continuance is 75 % of the salary, a month. A balance that is not known counts
 * as none.
 */
export function coverNeed(
  input: NeedInput,
  { age, salaryCents, balanceCents }: { age: number; salaryCents: number; balanceCents: number | null },
): CoverNeed {
  const given = neededBy(input, age);
  const years = annuity(given.incomeYears);
  const percent = BigInt(given.incomePercent);
  const ofYears = (cents: Exact) => wholeDollars(times(cents, years));
  const income = timesRatio(exactly(salaryCents), percent, 100n);
  const beyond = timesRatio(exactly(given.partnerIncomeCents), percent >= 100n ? 0n : 100n - percent, 100n);
  const partner = smaller(income, beyond);
  const replaced = (isReplaced: boolean): NeedPart[] =>
    isReplaced
      ? [
          { part: 'income', cents: ofYears(income) },
          { part: 'partner', cents: 0 - ofYears(partner) },
        ]
      : [];
  const debts: NeedPart = { part: 'debts', cents: wholeDollars(exactly(given.debtsCents)) };
  const held: NeedPart = { part: 'super', cents: 0 - wholeDollars(exactly(Math.max(0, balanceCents ?? 0))) };
  const parts = {
    Death: [
      debts,
      ...replaced(given.dependants > 0),
      { part: 'funeral', cents: wholeDollars(exactly(given.funeralCents)) },
      held,
    ],
    TPD: [debts, ...replaced(true), { part: 'care', cents: wholeDollars(exactly(given.careCents)) }, held],
  } satisfies CoverNeed['parts'];
  const sum = (of: readonly NeedPart[]) =>
    Math.max(
      0,
      of.reduce((cents, part) => cents + part.cents, 0),
    );
  const sci = timesRatio(exactly(salaryCents), BigInt(sciNeedPercent), 100n * 12n);
  return { given, parts, needCents: { Death: sum(parts.Death), TPD: sum(parts.TPD), SCI: wholeDollars(sci) } };
}

/** How a cover stands to its need. */
export interface CoverGap {
  coverType: CoverType;
  needCents: number;
  /** Null where it is not known. */
  coverCents: number | null;
  /** What the cover lacks; 0 if it lacks nothing, null where the cover is not known. */
  gapCents: number | null;
}

export const coverGaps = (need: Covers, covers: Readonly<Record<CoverType, number | null>>): CoverGap[] =>
  coverTypes.map((coverType) => {
    const [needCents, coverCents] = [need[coverType], covers[coverType]];
    return {
      coverType,
      needCents,
      coverCents,
      gapCents: coverCents === null ? null : Math.max(0, needCents - coverCents),
    };
  });
