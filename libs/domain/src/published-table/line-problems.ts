import { groupBy } from '../group-by.js';
import { sciTermsKey } from '../insurance/premium-rates.js';
import { lookAlikeKey } from '../text/clean-text.js';

/** What is wrong with a line of a file, or between several: the line and column to correct, and why. */
export interface LineProblem {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** Names that differ only in case, in the number of spaces or in what nobody sees are one. */
const nameKey = (name: string): string => lookAlikeKey(name).toLowerCase();

/** The most that a fee may be, in percent of the balance. */
const mostFeePercent = 10;

/** The terms of a fee's line. Amounts are in cents. */
interface FeeTermsLine {
  readonly inDollars: boolean;
  readonly amount: number;
  readonly minDollars?: number | null | undefined;
  readonly maxDollars?: number | null | undefined;
  readonly tierFrom?: number | null | undefined;
  readonly tierTo?: number | null | undefined;
}

/** What is wrong with a fee's line by itself. */
export function feeProblems(fee: FeeTermsLine): Omit<LineProblem, 'line'>[] {
  const { inDollars, amount, minDollars, maxDollars, tierFrom, tierTo } = fee;
  const problems: Omit<LineProblem, 'line'>[] = [];
  if (!inDollars && amount > mostFeePercent)
    problems.push({
      column: 'amount',
      message: `A fee is at most ${mostFeePercent} percent of the balance a year. Write 0.75 for 0.75 %.`,
    });
  if (minDollars != null && maxDollars != null && minDollars > maxDollars)
    problems.push({ column: 'maxDollars', message: 'The maximum is below the minimum.' });
  if (tierTo != null && tierTo <= (tierFrom ?? 0))
    problems.push({ column: 'tierTo', message: 'The tier ends where it begins, or before.' });
  return problems;
}

/** The first year of APRA's performance test. */
const firstTestYear = 2021;

interface PerformanceTestCells {
  /** yyyy-MM-dd */
  readonly dataDate: string;
  readonly performanceTest?: string | null | undefined;
  readonly performanceTestYear?: number | null | undefined;
}

/** What does not fit between an option's performance test, its year and the date of the list. */
export function performanceTestProblems(option: PerformanceTestCells): Omit<LineProblem, 'line'>[] {
  const { dataDate, performanceTest, performanceTestYear: year } = option;
  const wrong = (column: keyof PerformanceTestCells, message: string) => [{ column, message }];
  if (year == null)
    return performanceTest === 'Passed' || performanceTest === 'Failed'
      ? wrong('performanceTestYear', 'A test that was passed or failed needs its year, such as 2026.')
      : [];
  if (performanceTest == null)
    return wrong('performanceTest', 'There is a year of a test, but no result. Write Passed, Failed or Not tested.');
  if (year < firstTestYear) return wrong('performanceTestYear', `The first performance test was in ${firstTestYear}.`);
  return year > Number(dataDate.slice(0, 4))
    ? wrong('performanceTestYear', 'The test would be of a later year than the data date.')
    : [];
}

interface CoverRuleCells {
  readonly coverType: string;
  readonly waitDays?: number | null | undefined;
  readonly benefitPeriod?: string | null | undefined;
  readonly fromAge: number;
  readonly toAge: number;
  readonly ceasesAtAge?: number | null | undefined;
}

/** What does not fit within a line of cover rules. */
export function coverRuleProblems(rule: CoverRuleCells): Omit<LineProblem, 'line'>[] {
  const { coverType, waitDays, benefitPeriod, fromAge, toAge, ceasesAtAge } = rule;
  const problems: Omit<LineProblem, 'line'>[] = [];
  if (toAge <= fromAge)
    problems.push({ column: 'toAge', message: 'The cover closes at the age at which it opens, or before.' });
  if (ceasesAtAge != null && ceasesAtAge < toAge)
    problems.push({ column: 'ceasesAtAge', message: 'The cover would end while it can still be taken out.' });
  if (coverType !== 'SCI' && (waitDays != null || benefitPeriod != null))
    problems.push({
      column: waitDays != null ? 'waitDays' : 'benefitPeriod',
      message: 'Only salary continuance has a wait and a benefit period.',
    });
  return problems;
}

/** A cover rule's line among the others of one table. */
export interface CoverRuleLine {
  readonly line: number;
  readonly table: string;
  readonly coverType: string;
  readonly categoryId?: string | null | undefined;
  readonly waitDays?: number | null | undefined;
  readonly benefitPeriod?: string | null | undefined;
}

/** Where a table has two rules for one cover of a category, in whatever case its benefit period is written. */
export function repeatedCoverRules(lines: readonly CoverRuleLine[]): LineProblem[] {
  const byCover = groupBy(lines, ({ table, coverType, categoryId, waitDays, benefitPeriod }) =>
    [table, coverType, categoryId ?? '', waitDays ?? '', nameKey(benefitPeriod ?? '')].join('\u0001'),
  );
  return [...byCover.values()].flatMap(([first, ...others]) =>
    others.map(({ line }) => ({
      line,
      column: 'coverType',
      message: `Lines ${first!.line} and ${line} have a rule for the same cover, category, wait and benefit period.`,
    })),
  );
}

/** A fee's line among the others of one table. `fee` is what identifies the fee: its owner, date, option and group. */
export interface TierLine extends FeeTermsLine {
  readonly line: number;
  readonly fee: string;
  readonly name: string;
}

/** Where the tiers of fees overlap or leave a gap. A single tier may begin and end anywhere. */
export function tierProblems(lines: readonly TierLine[]): LineProblem[] {
  const byFee = groupBy(lines, ({ fee, name, inDollars }) => `${fee}\u0001${nameKey(name)}\u0001${inDollars}`);
  return [...byFee.values()].flatMap((tiers) => {
    const sorted = tiers.toSorted((a, b) => (a.tierFrom ?? 0) - (b.tierFrom ?? 0) || a.line - b.line);
    return sorted.slice(1).flatMap((tier, at): LineProblem[] => {
      const before = sorted[at]!;
      const from = tier.tierFrom ?? 0;
      if (before.tierTo != null && before.tierTo === from) return [];
      const isGap = before.tierTo != null && before.tierTo < from;
      const [first, second] = [before.line, tier.line].sort((a, b) => a - b) as [number, number];
      const message = `The tiers of this fee ${isGap ? 'leave a gap' : 'overlap'} between lines ${first} and ${second}. A tier begins where the one before it ends.`;
      return [{ line: tier.line, column: 'tierFrom', message }];
    });
  });
}

/** A premium rate's line among the others of one table. `table` is its owner and date. */
export interface RateLine {
  readonly line: number;
  readonly table: string;
  readonly coverType: string;
  readonly gender?: string | null | undefined;
  readonly ageNextBirthday: number;
  readonly waitDays?: number | null | undefined;
  readonly benefitPeriod?: string | null | undefined;
}

/**
 * Where a table has two rates for one age, or lacks an age. Waits and benefit periods count for salary continuance only, in whatever case,
 * and blank ones mean the usual terms. A table may have steps of several years, because its lines may say that rates are interpolated.
 */
export function rateProblems(lines: readonly RateLine[]): LineProblem[] {
  const problems: LineProblem[] = [];
  for (const rates of groupBy(lines, seriesOf).values()) {
    const sorted = rates.toSorted((a, b) => a.ageNextBirthday - b.ageNextBirthday || a.line - b.line);
    sorted.forEach((rate, at) => {
      const step = stepAt(sorted, at);
      if (step === 0)
        problems.push({
          line: rate.line,
          column: 'ageNextBirthday',
          message: `Lines ${sorted[at - 1]!.line} and ${rate.line} have a rate for the same cover, gender, age, wait and benefit period.`,
        });
      else if (lacksAge(sorted, at)) {
        const usual = usualStepAt(sorted, at)!;
        problems.push({
          line: rate.line,
          column: 'ageNextBirthday',
          message: `The ages are ${usual === 1 ? 'yearly' : `${usual} years apart`}, but none lies between ${sorted[at - 1]!.ageNextBirthday} and ${rate.ageNextBirthday}.`,
        });
      }
    });
  }
  return problems;
}

const seriesOf = ({ table, coverType, gender, waitDays, benefitPeriod }: RateLine): string =>
  [
    table,
    coverType,
    gender ?? '',
    coverType === 'SCI'
      ? sciTermsKey({
          waitDays: waitDays ?? null,
          benefitPeriod: benefitPeriod == null ? null : nameKey(benefitPeriod),
        })
      : '',
  ].join('\u0001');

/** Years since the age before; -1 where there is none. */
const stepAt = (sorted: readonly RateLine[], at: number): number => {
  const [before, rate] = [sorted[at - 1], sorted[at]];
  return before === undefined || rate === undefined ? -1 : rate.ageNextBirthday - before.ageNextBirthday;
};

/**
 * The step of the ages on both sides of a step, null where these differ or there are none. At either end of a table the one beside it counts
 * if it is of a year: a table may begin or end with wider steps than it has, but not with a year that is missing.
 */
function usualStepAt(sorted: readonly RateLine[], at: number): number | null {
  const [before, after] = [stepAt(sorted, at - 1), stepAt(sorted, at + 1)];
  if (before === after) return before === -1 ? null : before;
  return (before === -1 && after === 1) || (after === -1 && before === 1) ? 1 : null;
}

function lacksAge(sorted: readonly RateLine[], at: number): boolean {
  const usual = usualStepAt(sorted, at);
  return usual !== null && usual > 0 && stepAt(sorted, at) > usual;
}

/** An occupation's line among the others of one table. */
export interface FactorLine {
  readonly line: number;
  readonly table: string;
  readonly occupationGroup: string;
  readonly coverType: string;
}

/** Where a table has two factors for one occupation, in whatever case it is written. */
export function factorProblems(lines: readonly FactorLine[]): LineProblem[] {
  const byKey = groupBy(lines, ({ table, occupationGroup, coverType }) =>
    [table, nameKey(occupationGroup), coverType].join('\u0001'),
  );
  return [...byKey.values()].flatMap(([first, ...others]) =>
    others.map(({ line }) => ({
      line,
      column: 'occupationGroup',
      message: `Lines ${first!.line} and ${line} have a factor for the same occupation and cover.`,
    })),
  );
}

/** An investment option's line among the others of one list. `list` is its platform and date. */
export interface OptionLine {
  readonly line: number;
  readonly list: string;
  readonly assetCode: string;
}

/** Where a list has an option twice, because its code is written in another case: fees and holdings would be of one of the two. */
export function optionProblems(lines: readonly OptionLine[]): LineProblem[] {
  const byCode = groupBy(lines, ({ list, assetCode }) => `${list}\u0001${nameKey(assetCode)}`);
  return [...byCode.values()].flatMap(([first, ...others]) =>
    others
      // Equal codes are refused as one key.
      .filter(({ assetCode }) => assetCode !== first!.assetCode)
      .map(({ line }) => ({
        line,
        column: 'assetCode',
        message: `Lines ${first!.line} and ${line} have one code in two cases. Write it in one, or give each option a code of its own.`,
      })),
  );
}
