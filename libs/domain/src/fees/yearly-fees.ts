import { exactly, exactOf, halfUp, larger, smaller, timesRatio, type Exact } from '../exact-amount.js';
import {
  chargedFees,
  isOngoing,
  keyOf,
  type FeeGroup,
  type FeeRow,
  type Holding,
  type OngoingGroup,
} from './fee-rows.js';

/** How one row of a fee is charged. */
export type FeeTerms = Pick<FeeRow, 'inDollars' | 'amount' | 'minCents' | 'maxCents' | 'tierFromCents' | 'tierToCents'>;

/** An ongoing fee in a year, before the limit of small balances. */
export interface FeeLine {
  group: OngoingGroup;
  name: string;
  cents: number;
  /** The rows that were charged, without tiers that the balance does not reach. */
  terms: readonly FeeTerms[];
}

/** A fee of an activity, which has no yearly amount. */
export interface ActivityFee {
  group: Exclude<FeeGroup, OngoingGroup>;
  name: string;
  terms: readonly FeeTerms[];
}

export interface YearlyFees {
  balanceCents: number;
  lines: readonly FeeLine[];
  activities: readonly ActivityFee[];
  /** After the limit. */
  adminCents: number;
  investmentCents: number;
  /** Null if no transaction fee is known, so the total is one of two groups. */
  transactionCents: number | null;
  totalCents: number;
  /** What administration and investment would be without the limit; null where it changes nothing. */
  unlimited: { adminCents: number; investmentCents: number } | null;
}

/** Below this balance, administration and investment fees together are limited (Superannuation Industry (Supervision) Act, s 99G). */
const limitedBelowCents = 600_000;
const limitPercent = 3;

/** The part of a balance in a row's tier. */
function sliceOf({ tierFromCents, tierToCents }: FeeTerms, balanceCents: number): number {
  const end = tierToCents === null ? balanceCents : Math.min(balanceCents, tierToCents);
  return Math.max(0, end - (tierFromCents ?? 0));
}

/** Whether a row is charged at a balance: a percentage on the slice that its tier holds, dollars where its tier holds the whole balance. */
const applies = (row: FeeTerms, balanceCents: number): boolean =>
  row.inDollars
    ? (row.tierFromCents ?? 0) <= balanceCents && (row.tierToCents === null || balanceCents < row.tierToCents)
    : sliceOf(row, balanceCents) > 0;

/** A year's cents of one row: raised to its minimum, then limited to its maximum, then rounded half up. */
export function rowCents(row: FeeTerms, balanceCents: number): number {
  if (!applies(row, balanceCents)) return 0;
  const amount = exactOf(row.amount);
  const charged: Exact = row.inDollars
    ? timesRatio(amount, 100n, 1n)
    : timesRatio(amount, BigInt(sliceOf(row, balanceCents)), 100n);
  const raised = row.minCents === null ? charged : larger(charged, exactly(row.minCents));
  return halfUp(row.maxCents === null ? raised : smaller(raised, exactly(row.maxCents)));
}

const termsOf = ({ inDollars, amount, minCents, maxCents, tierFromCents, tierToCents }: FeeRow): FeeTerms => ({
  inDollars,
  amount,
  minCents,
  maxCents,
  tierFromCents,
  tierToCents,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The two groups under the limit of 3 % of a small balance: administration in proportion, investment the rest. */
export function limited(balanceCents: number, adminCents: number, investmentCents: number) {
  const together = adminCents + investmentCents;
  if (balanceCents >= limitedBelowCents) return { adminCents, investmentCents };
  const limit = halfUp({ numerator: BigInt(balanceCents) * BigInt(limitPercent), denominator: 100n });
  if (together <= limit) return { adminCents, investmentCents };
  const admin = halfUp({ numerator: BigInt(adminCents) * BigInt(limit), denominator: BigInt(together) });
  return { adminCents: admin, investmentCents: limit - admin };
}

/** A year's fees on holdings; null if no ongoing fee is known for them. Transaction fees are outside the limit. */
export function yearlyFees(rows: readonly FeeRow[], holdings: readonly Holding[]): YearlyFees | null {
  const balanceCents = sum(holdings.map((holding) => Math.max(0, holding.balanceCents)));
  const charged = chargedFees(rows, holdings);
  const lines = new Map<string, FeeLine>();
  const activities = new Map<string, ActivityFee>();
  for (const fee of charged) {
    const { group, name } = fee;
    const key = keyOf(fee);
    if (!isOngoing(group)) {
      const terms = [...(activities.get(key)?.terms ?? []), ...fee.rows.map(termsOf)];
      activities.set(key, { group, name, terms });
      continue;
    }
    const before = lines.get(key);
    const reached = fee.rows.filter((row) => applies(row, fee.balanceCents));
    const cents = sum(reached.map((row) => rowCents(row, fee.balanceCents)));
    lines.set(key, {
      group,
      name,
      cents: (before?.cents ?? 0) + cents,
      terms: [...(before?.terms ?? []), ...reached.map(termsOf)],
    });
  }
  if (lines.size === 0) return null;
  const ongoing = [...lines.values()];
  const of = (wanted: OngoingGroup) => ongoing.filter(({ group }) => group === wanted);
  const before = {
    adminCents: sum(of('ADMIN').map(({ cents }) => cents)),
    investmentCents: sum(of('INVESTMENT').map(({ cents }) => cents)),
  };
  const after = limited(balanceCents, before.adminCents, before.investmentCents);
  const isLimited = before.adminCents !== after.adminCents || before.investmentCents !== after.investmentCents;
  const transactions = of('TRANSACTION');
  const transactionCents = transactions.length === 0 ? null : sum(transactions.map(({ cents }) => cents));
  return {
    balanceCents,
    lines: ongoing,
    activities: [...activities.values()],
    adminCents: after.adminCents,
    investmentCents: after.investmentCents,
    transactionCents,
    totalCents: after.adminCents + after.investmentCents + (transactionCents ?? 0),
    unlimited: isLimited ? before : null,
  };
}
