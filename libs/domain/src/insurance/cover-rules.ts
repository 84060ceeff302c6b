import { exactOf, plus, times, timesRatio, type Exact } from '../exact-amount.js';
import type { coverRuleFields, PublishedRow } from '../published-table/published-rows.js';
import { coverTypes, isSameTerms, type CoverType, type SciTerms } from './premium-rates.js';

/** What a plan says of one cover: the ages at which it is open, when default cover begins, and its loading. */
export type CoverRule = PublishedRow<typeof coverRuleFields>;

/** The cover rules of a plan that are in force on a day. */
export interface CoverRules {
  /** yyyy-MM-dd */
  validFrom: string;
  rows: readonly CoverRule[];
}

/** Of whom a cover's rule is asked. */
export interface RuledCover {
  categoryId: string;
  coverType: CoverType;
  /** Count for salary continuance only. */
  terms: SciTerms;
}

/** The rule of a cover: the category's own before that of all categories, and the one that names more of its terms. Null: not known. */
export function coverRule(rules: CoverRules | null, { categoryId, coverType, terms }: RuledCover): CoverRule | null {
  const isOf = (row: CoverRule) =>
    row.coverType === coverType &&
    (row.categoryId ?? categoryId) === categoryId &&
    (row.waitDays ?? terms.waitDays) === terms.waitDays &&
    isSameTerms({ ...terms, benefitPeriod: row.benefitPeriod ?? terms.benefitPeriod }, terms);
  const weight = ({ categoryId: own, waitDays, benefitPeriod }: CoverRule) =>
    (own === null ? 0 : 4) + Number(waitDays !== null) + Number(benefitPeriod !== null);
  const found = (rules?.rows ?? []).filter(isOf).toSorted((a, b) => weight(b) - weight(a));
  return found[0] ?? null;
}

export const coverNames: Record<CoverType, string> = { Death: 'death', TPD: 'TPD', SCI: 'salary continuance' };
const titles: Record<CoverType, string> = { Death: 'Death cover', TPD: 'TPD cover', SCI: 'Salary continuance' };

/** Why cover cannot be taken out at an age (completed years); null if it can, or if no rule says from and to which age it is open. */
export function whyClosed(rule: CoverRule | null, coverType: CoverType, age: number): string | null {
  if (rule === null || (age >= rule.fromAge && age < rule.toAge)) return null;
  return `${titles[coverType]} is open from ${rule.fromAge} to ${rule.toAge}, and the member is ${age}.`;
}

/** What decides whether a member's default cover has begun. */
export interface DefaultStart {
  /** Completed years. */
  age: number;
  /** Of the account; null where it is not known. */
  balanceCents: number | null;
  /** Cover now. Cover that a member has, has begun, whatever the balance is today. */
  heldCents: number;
}

/** Why there is no default cover; null if there is, or if no rule says when it begins and ends. Reads after 'No default death cover: '. */
export function whyNoDefault(rule: CoverRule | null, { age, balanceCents, heldCents }: DefaultStart): string | null {
  if (rule === null) return null;
  const ends = rule.ceasesAtAge ?? rule.toAge;
  if (age >= ends) return `it ends at age ${ends}, and the member is ${age}`;
  if (age < rule.fromAge) return `it is open from age ${rule.fromAge}, and the member is ${age}`;
  if (heldCents > 0) return null;
  if (rule.defaultFromAge !== null && age < rule.defaultFromAge)
    return `it begins at age ${rule.defaultFromAge}, and the member is ${age}`;
  const from = rule.defaultFromBalanceCents;
  if (from !== null && balanceCents !== null && balanceCents < from)
    return `it begins with ${dollars(from)} in the account, which holds ${dollars(balanceCents)}`;
  return null;
}

/** What default cover begins with, where the account's balance is not known and decides it; null if it does not. Cents. */
export function unknownStart(
  rule: CoverRule | null,
  { balanceCents, heldCents }: Pick<DefaultStart, 'balanceCents' | 'heldCents'>,
): number | null {
  return balanceCents === null && heldCents <= 0 ? (rule?.defaultFromBalanceCents ?? null) : null;
}

const listed = (covers: readonly CoverType[]): string => {
  const names = covers.map((each) => coverNames[each]);
  const together = [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' and ');
  return `${together}${covers.includes('SCI') ? '' : ' cover'}`;
};

/** A sentence for each balance with which default cover begins, where nobody knows the account's. */
export function assumedSentences(starts: ReadonlyMap<CoverType, number>): string[] {
  const balances = new Set(starts.values());
  return [...balances].map((from) => {
    const covers = coverTypes.filter((each) => starts.get(each) === from);
    return `Default ${listed(covers)} is counted as begun: it begins with ${dollars(from)} in the account, whose balance is not known.`;
  });
}

/** A sentence for each reason, with the covers that it keeps out: 'No default death and TPD cover: it begins at …'. */
export function noDefaultSentences(reasons: ReadonlyMap<CoverType, string>): string[] {
  const byReason = new Map<string, CoverType[]>();
  for (const coverType of coverTypes) {
    const reason = reasons.get(coverType);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), coverType]);
  }
  return [...byReason].map(([reason, covers]) => `No default ${listed(covers)}: ${reason}.`);
}

/** A rate with a rule's loading. */
export const loaded = (rate: Exact, rule: CoverRule | null): Exact =>
  rule?.loadingPercent == null ? rate : plus(rate, timesRatio(times(rate, exactOf(rule.loadingPercent)), 1n, 100n));

/** '$4,120' or '$4,120.50' */
const dollars = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-AU', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`;
