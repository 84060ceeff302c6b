import { decimalText } from '../exact-decimal.js';
import { exactly, exactOf, halfUp, times, timesRatio, type Exact } from '../exact-amount.js';
import type { MemberCategoryDetails } from '../plan/plan.events.js';
import { RuleViolation } from '../rule-violation.js';
import {
  assumedSentences,
  coverNames,
  coverRule,
  loaded,
  noDefaultSentences,
  unknownStart,
  whyClosed,
  whyNoDefault,
  type CoverRule,
  type CoverRules,
} from './cover-rules.js';
import { coverDollars, readCoverFormula, type InsuredPerson } from './cover-formula.js';
import {
  coverTypes,
  exactPremium,
  isSameTerms,
  occupationFactor,
  occupationGroups,
  offeredSciTerms,
  premiumRate,
  sciTermsOf,
  type AskedRate,
  type CoverType,
  type FactorRow,
  type FoundRate,
  type InsuredGender,
  type RateRow,
  type SciTerms,
} from './premium-rates.js';

export type InsuredCategory = Pick<
  MemberCategoryDetails,
  | 'categoryId'
  | 'deathFormula'
  | 'tpdFormula'
  | 'sciPercent'
  | 'deathTpdAalCents'
  | 'sciAalCents'
  | 'sciWaitDays'
  | 'sciBenefitPeriod'
>;

/** What a plan publishes about premiums, as in force on the day of the quotation. */
export interface PremiumTables {
  /** For messages. */
  planName: string;
  /** Null if none is in force on the day. */
  rates: { validFrom: string; rows: readonly RateRow[] } | null;
  /** The first day of the plan's first rates (yyyy-MM-dd), where the day is before it. */
  ratesBegin: string | null;
  factors: { validFrom: string; rows: readonly FactorRow[] } | null;
  /** Null if none are in force on the day: then nothing is known of ages, of when default cover begins, or of loadings. */
  rules: CoverRules | null;
}

/** Cents of each cover; of salary continuance a month's benefit. */
export type Covers = Readonly<Record<CoverType, number>>;

export interface QuotationInput extends InsuredPerson {
  gender: InsuredGender;
  occupationGroup: string;
  category: InsuredCategory;
  /** 0 for none. */
  voluntary: Covers;
  /** What the account holds; null where it is not known. */
  balanceCents: number | null;
  /** Cover now, 0 for none, also where it is not known. */
  held: Covers;
}

export interface PremiumLine {
  coverType: CoverType;
  /** Of salary continuance a month's benefit. */
  coverCents: number;
  /** With the occupation's factor and the cover's loading: dollars a year for $1,000, of salary continuance for $1,000 of yearly benefit. */
  rate: Exact;
  annualCents: number;
  monthlyCents: number;
}

export interface PremiumTotals {
  annualCents: number;
  monthlyCents: number;
}

export interface Quotation {
  ageNextBirthday: number;
  /** Death, TPD, SCI; without covers of 0, and without those that the rules keep out. */
  defaultLines: readonly PremiumLine[];
  /** A sentence for each reason that keeps default cover out. */
  noDefault: readonly string[];
  /** A sentence for each balance that decides whether default cover has begun, where nobody knows the account's. */
  assumed: readonly string[];
  voluntaryLines: readonly PremiumLine[];
  defaultTotals: PremiumTotals;
  voluntaryTotals: PremiumTotals;
  totals: PremiumTotals;
  /** Up to these the insurer accepts cover without asking about health: death and TPD each, and salary continuance a month. */
  limits: AcceptanceLimits;
  /** The part of each cover, default and voluntary together, that exceeds its limit. */
  aboveLimit: Covers;
  sciTerms: SciTerms;
  /** First days of the tables. */
  ratesFrom: string;
  factorsFrom: string;
  rulesFrom: string | null;
}

export interface AcceptanceLimits {
  deathTpdCents: number;
  sciCents: number;
}

const usualLimits: AcceptanceLimits = { deathTpdCents: 75_000_000, sciCents: 1_000_000 };

/** Whether a category names the limits up to which its cover is accepted. */
export const namesItsLimits = ({
  deathTpdAalCents,
  sciAalCents,
}: Pick<InsuredCategory, 'deathTpdAalCents' | 'sciAalCents'>): boolean =>
  deathTpdAalCents !== null && sciAalCents !== null;

/** The limits of a category, or the usual ones where it names none. */
export const limitsOf = ({
  deathTpdAalCents,
  sciAalCents,
}: Pick<InsuredCategory, 'deathTpdAalCents' | 'sciAalCents'>): AcceptanceLimits => ({
  deathTpdCents: deathTpdAalCents ?? usualLimits.deathTpdCents,
  sciCents: sciAalCents ?? usualLimits.sciCents,
});

/** Default cover of a category: by its formulas, at most the acceptance limits. Throws RuleViolation for a formula that cannot be read. */
export function defaultCovers(category: InsuredCategory, person: InsuredPerson): Covers {
  const limits = limitsOf(category);
  const byFormula = (coverType: 'Death' | 'TPD', formula: string | null): number => {
    if (formula === null) return 0;
    const read = readCoverFormula(formula);
    if (read.kind === 'problem')
      throw new RuleViolation(
        'invalid',
        `The category’s ${coverNames[coverType]} formula cannot be read: ${read.message}`,
      );
    return Math.min(coverDollars(read, person) * 100, limits.deathTpdCents);
  };
  const percent = exactOf(decimalText(category.sciPercent ?? 0));
  const monthlyDollars = halfUp(timesRatio(times(percent, exactly(person.salaryCents)), 1n, 100n * 100n * 12n));
  return {
    Death: byFormula('Death', category.deathFormula),
    TPD: byFormula('TPD', category.tpdFormula),
    SCI: Math.min(monthlyDollars * 100, limits.sciCents),
  };
}

const termsOf = ({ sciWaitDays, sciBenefitPeriod }: InsuredCategory): SciTerms =>
  sciTermsOf({ waitDays: sciWaitDays, benefitPeriod: sciBenefitPeriod });

/** The rule of each cover of a category; null where none is known. */
export function rulesOf(
  category: InsuredCategory,
  rules: CoverRules | null,
): Readonly<Record<CoverType, CoverRule | null>> {
  const of = (coverType: CoverType) =>
    coverRule(rules, { categoryId: category.categoryId, coverType, terms: termsOf(category) });
  return { Death: of('Death'), TPD: of('TPD'), SCI: of('SCI') };
}

/** Default cover of a category at an age, without what its rules keep out, which is told. */
export function openDefaultCovers(
  input: Pick<QuotationInput, 'category' | 'age' | 'salaryCents' | 'balanceCents' | 'held'>,
  rules: CoverRules | null,
): { covers: Covers; noDefault: string[]; assumed: string[] } {
  const { category, age, balanceCents, held } = input;
  const byFormula = defaultCovers(category, input);
  const byCover = rulesOf(category, rules);
  const reasons = new Map<CoverType, string>();
  const starts = new Map<CoverType, number>();
  for (const coverType of coverTypes.filter((each) => byFormula[each] > 0)) {
    const now = { age, balanceCents, heldCents: held[coverType] };
    const why = whyNoDefault(byCover[coverType], now);
    const start = unknownStart(byCover[coverType], now);
    if (why !== null) reasons.set(coverType, why);
    else if (start !== null) starts.set(coverType, start);
  }
  const open = (coverType: CoverType) => (reasons.has(coverType) ? 0 : byFormula[coverType]);
  return {
    covers: { Death: open('Death'), TPD: open('TPD'), SCI: open('SCI') },
    noDefault: noDefaultSentences(reasons),
    assumed: assumedSentences(starts),
  };
}

const dateText = (iso: string): string => iso.split('-').reverse().join('/');
const people: Record<InsuredGender, string> = { Male: 'men', Female: 'women' };

const refusal = (planName: string, what: string) => new RuleViolation('invalid', `${planName} has no ${what}`);

interface Table<Row> {
  validFrom: string;
  rows: readonly Row[];
}

/** Throws RuleViolation that names the plan where one of its tables is missing. */
function wholeTables({ planName, rates, ratesBegin, factors }: PremiumTables): {
  rates: Table<RateRow>;
  factors: Table<FactorRow>;
} {
  if (rates === null)
    throw refusal(planName, `premium rates${ratesBegin === null ? '' : ` before ${dateText(ratesBegin)}`}.`);
  if (factors === null) throw refusal(planName, 'occupation factors.');
  return { rates, factors };
}

type AskedCover = Omit<AskedRate, 'coverType'> & Pick<QuotationInput, 'occupationGroup' | 'category'>;

/** A cover's rate with its occupation factor and loading. Throws RuleViolation that names the plan and what it has no rate for. */
function ratedCover(coverType: CoverType, tables: PremiumTables, asked: AskedCover): Exact {
  const { rates, factors } = wholeTables(tables);
  const found = premiumRate(rates.rows, { ...asked, coverType });
  if (found.kind !== 'rate') throw refusal(tables.planName, missingRate(coverType, rates, asked, found));
  const factor = occupationFactor(factors.rows, asked.occupationGroup, coverType);
  if (factor === null)
    throw refusal(
      tables.planName,
      `${coverNames[coverType]} factor for the occupation group ‘${asked.occupationGroup}’.`,
    );
  return loaded(times(found.rate, factor), rulesOf(asked.category, tables.rules)[coverType]);
}

function missingRate(
  coverType: CoverType,
  rates: Table<RateRow>,
  { gender, terms, ageNextBirthday }: AskedCover,
  why: Exclude<FoundRate, { kind: 'rate' }>,
): string {
  const from = dateText(rates.validFrom);
  if (why.kind !== 'none') {
    const atAge = `${coverNames[coverType]} rate for ${people[gender]} of age next birthday ${ageNextBirthday}.`;
    return why.kind === 'outside'
      ? `${atAge} Its rates of ${from} are for ages ${why.from} to ${why.to}.`
      : `${atAge} Its rates of ${from} have the ages ${why.from} and ${why.to}, and do not say that rates between them are interpolated.`;
  }
  const offered = offeredSciTerms(rates.rows);
  if (coverType !== 'SCI' || offered.length === 0 || offered.some((each) => isSameTerms(each, terms)))
    return `${coverNames[coverType]} rate for ${people[gender]} in its rates of ${from}.`;
  const period = /^to /i.test(terms.benefitPeriod) ? terms.benefitPeriod : `of ${terms.benefitPeriod}`;
  const there = offered.map(({ waitDays, benefitPeriod }) => `${waitDays} days and ${benefitPeriod}`).join(', ');
  return `salary continuance rate for ${terms.waitDays} days wait and benefit ${period}. Rates of ${from} are for ${there}.`;
}

const lineOf = (coverType: CoverType, coverCents: number, rate: Exact): PremiumLine => {
  const yearly = coverType === 'SCI' ? coverCents * 12 : coverCents;
  const annualCents = halfUp(exactPremium(rate, yearly));
  const monthlyCents = halfUp(timesRatio(exactly(annualCents), 1n, 12n));
  return { coverType, coverCents, rate, annualCents, monthlyCents };
};

const totalsOf = (lines: readonly PremiumLine[]): PremiumTotals => ({
  annualCents: lines.reduce((sum, line) => sum + line.annualCents, 0),
  monthlyCents: lines.reduce((sum, line) => sum + line.monthlyCents, 0),
});

/** What some cover costs beside what a person has. Throws RuleViolation if it is not open at the age, or the plan has no rate for it. */
export function priceOfCover(
  coverType: CoverType,
  coverCents: number,
  input: Omit<QuotationInput, 'voluntary'>,
  tables: PremiumTables,
): PremiumLine {
  const why = whyClosed(rulesOf(input.category, tables.rules)[coverType], coverType, input.age);
  if (why !== null) throw new RuleViolation('invalid', `${why} No quotation.`);
  const asked = { ...input, ageNextBirthday: input.age + 1, terms: termsOf(input.category) };
  return lineOf(coverType, coverCents, ratedCover(coverType, tables, asked));
}

/**
 * What cover costs a person by the rates of their plan: each line's yearly premium half up to the cent, its monthly premium a twelfth of it
 * half up, totals the sums of the lines. Only default cover is limited. Throws RuleViolation if a cover is not open at the age, if the plan
 * has no rate for what is asked, or if a formula cannot be read.
 */
export function quoteInsurance(input: QuotationInput, tables: PremiumTables): Quotation {
  const { category, voluntary } = input;
  const { rates, factors } = wholeTables(tables);
  const ageNextBirthday = input.age + 1;
  const terms = termsOf(category);
  const byCover = rulesOf(category, tables.rules);
  for (const coverType of coverTypes) {
    const why = voluntary[coverType] > 0 ? whyClosed(byCover[coverType], coverType, input.age) : null;
    if (why !== null) throw new RuleViolation('invalid', `${why} No quotation.`);
  }
  const { covers: byDefault, noDefault, assumed } = openDefaultCovers(input, tables.rules);
  const hasCover = coverTypes.some((coverType) => byDefault[coverType] + voluntary[coverType] > 0);
  if (!hasCover && noDefault.length > 0) throw new RuleViolation('invalid', `${noDefault.join(' ')} No quotation.`);
  const lines = (covers: Covers) =>
    coverTypes
      .filter((coverType) => covers[coverType] > 0)
      .map((coverType) =>
        lineOf(coverType, covers[coverType], ratedCover(coverType, tables, { ...input, ageNextBirthday, terms })),
      );
  const defaultLines = lines(byDefault);
  const voluntaryLines = lines(voluntary);
  // Without any cover no line has looked for the occupation.
  if (!occupationGroups(factors.rows).includes(input.occupationGroup))
    throw refusal(tables.planName, `factor for the occupation group ‘${input.occupationGroup}’.`);
  const limits = limitsOf(category);
  const above = (coverType: CoverType, limit: number) =>
    Math.max(0, byDefault[coverType] + voluntary[coverType] - limit);
  return {
    ageNextBirthday,
    defaultLines,
    noDefault,
    assumed,
    voluntaryLines,
    defaultTotals: totalsOf(defaultLines),
    voluntaryTotals: totalsOf(voluntaryLines),
    totals: totalsOf([...defaultLines, ...voluntaryLines]),
    limits,
    aboveLimit: {
      Death: above('Death', limits.deathTpdCents),
      TPD: above('TPD', limits.deathTpdCents),
      SCI: above('SCI', limits.sciCents),
    },
    sciTerms: terms,
    ratesFrom: rates.validFrom,
    factorsFrom: factors.validFrom,
    rulesFrom: tables.rules?.validFrom ?? null,
  };
}
