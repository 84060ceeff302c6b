import { halfUp } from '../exact-amount.js';
import { keyOf, ongoingGroups, scaledHoldings, type FeeRow, type Holding } from './fee-rows.js';
import { missingFees, type MissingFee } from './missing-fees.js';
import { yearlyFees, type ActivityFee, type FeeLine, type YearlyFees } from './yearly-fees.js';

/** One side of a comparison: the table in force, and what it is charged on. */
export interface ComparedSide {
  rows: readonly FeeRow[];
  holdings: readonly Holding[];
}

/** The same fee of both sides; null where a side has no such row. */
export interface ComparedLine<Line> {
  group: YearlyFees['lines'][number]['group'] | ActivityFee['group'];
  name: string;
  a: Line | null;
  b: Line | null;
}

export interface ComparedFees {
  /** Null if no fee of the side is known. */
  a: YearlyFees | null;
  b: YearlyFees | null;
  /** By group, then in the order of A's table, then of B's. */
  lines: readonly ComparedLine<FeeLine>[];
  activities: readonly ComparedLine<ActivityFee>[];
  /** What the tables do not say; the totals are then at least what they show. */
  missingA: readonly MissingFee[];
  missingB: readonly MissingFee[];
  /** A less B. Null unless both are known and nothing of either is missing, because a missing fee is not one of nothing. */
  differenceCents: number | null;
}

/** Hundredths of a percent of the balance: 95 is 0.95 %. Rounded half away from zero, so that a difference has one size from both sides. */
export function effectivePercentHundredths(cents: number, balanceCents: number): number {
  const size = halfUp({ numerator: BigInt(Math.abs(cents)) * 10_000n, denominator: BigInt(balanceCents) });
  return cents < 0 ? -size : size;
}

function paired<Line extends { group: ComparedLine<Line>['group']; name: string }>(
  a: readonly Line[],
  b: readonly Line[],
): ComparedLine<Line>[] {
  const inA = new Map(a.map((line) => [keyOf(line), line]));
  const inB = new Map(b.map((line) => [keyOf(line), line]));
  return [...new Set([...a, ...b].map(keyOf))].map((key) => {
    const { group, name } = (inA.get(key) ?? inB.get(key))!;
    return { group, name, a: inA.get(key) ?? null, b: inB.get(key) ?? null };
  });
}

const isComplete = ({ rows, holdings }: ComparedSide): boolean => missingFees(rows, holdings).length === 0;

/** Compares a year's fees of two sides on the same balance. */
export function compareFees(sideA: ComparedSide, sideB: ComparedSide): ComparedFees {
  const a = yearlyFees(sideA.rows, sideA.holdings);
  const b = yearlyFees(sideB.rows, sideB.holdings);
  const lines = paired(a?.lines ?? [], b?.lines ?? []);
  const missingA = missingFees(sideA.rows, sideA.holdings);
  const missingB = missingFees(sideB.rows, sideB.holdings);
  const isNothingMissing = missingA.length === 0 && missingB.length === 0;
  return {
    a,
    b,
    lines: ongoingGroups.flatMap((wanted) => lines.filter(({ group }) => group === wanted)),
    activities: paired(a?.activities ?? [], b?.activities ?? []),
    missingA,
    missingB,
    differenceCents: a !== null && b !== null && isNothingMissing ? a.totalCents - b.totalCents : null,
  };
}

/** The balances of APRA's heatmap. */
export const comparedBalancesCents = [1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000] as const;

export interface FeesAtBalance {
  balanceCents: number;
  aCents: number;
  bCents: number;
}

/** Both totals on another balance, with today's mix. Null unless both are known and nothing of either is missing. */
export function feesAtBalance(a: ComparedSide, b: ComparedSide, balanceCents: number): FeesAtBalance | null {
  if (!isComplete(a) || !isComplete(b)) return null;
  const ofA = yearlyFees(a.rows, scaledHoldings(a.holdings, balanceCents));
  const ofB = yearlyFees(b.rows, scaledHoldings(b.holdings, balanceCents));
  if (ofA === null || ofB === null) return null;
  return { balanceCents, aCents: ofA.totalCents, bCents: ofB.totalCents };
}
