import type { ComparedSide } from './compare-fees.js';
import { feesAtBalance } from './compare-fees.js';

export interface UntilRetirement {
  balanceCents: number;
  /** Whole years until retirement. */
  years: number;
  /** Yearly growth over wages, at the member's own return; the same on both sides. */
  realReturn: number;
  /** Dollars a year that come in at each year's end, after tax, today's fees and premiums. */
  contribution: number;
}

/** Dollars of today. */
export interface AtRetirement {
  withA: number;
  withB: number;
}

/** The smallest balance that a fee is worked out on: an account that is used up is charged nothing. */
const leastCents = 1;

/**
 * The account at retirement with the fees of A, which the contribution already holds, and what the fees of B make of it: each year the
 * difference of the two totals on that year's balance, with the return of the years that follow. Fees keep today's size over wages.
 * Null unless both sides are known and nothing of either is missing.
 */
export function feesUntilRetirement(a: ComparedSide, b: ComparedSide, member: UntilRetirement): AtRetirement | null {
  let balance = member.balanceCents / 100;
  let more = 0;
  for (let year = 0; year < member.years; year += 1) {
    const fees = feesAtBalance(a, b, Math.max(leastCents, Math.round(balance * 100)));
    if (fees === null) return null;
    const saved = balance > 0 ? (fees.aCents - fees.bCents) / 100 : 0;
    more = more * (1 + member.realReturn) + saved;
    balance = Math.max(0, balance * (1 + member.realReturn) + member.contribution);
  }
  return { withA: balance, withB: Math.max(0, balance + more) };
}
