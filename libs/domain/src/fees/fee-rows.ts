import type { IsoDate } from '../calendar-dates.js';
import type { feeFields, PublishedRow } from '../published-table/published-rows.js';

/** A fee as a platform publishes it; without an `assetCode` it holds for the whole platform. */
export type FeeRow = PublishedRow<typeof feeFields>;
export type FeeGroup = FeeRow['group'];

/** Fees that are charged all year. They make the totals; the other groups happen on an activity and are never in a total. */
export const ongoingGroups = ['ADMIN', 'INVESTMENT', 'TRANSACTION'] as const satisfies readonly FeeGroup[];
export type OngoingGroup = (typeof ongoingGroups)[number];

export const isOngoing = (group: FeeGroup): group is OngoingGroup =>
  (ongoingGroups as readonly FeeGroup[]).includes(group);

/** What a member has in one investment option. */
export interface Holding {
  assetCode: string;
  balanceCents: number;
}

/** The holdings that fees are charged on. */
export const held = (holdings: readonly Holding[]): Holding[] =>
  holdings.filter(({ balanceCents }) => balanceCents > 0);

/**
 * The newest table with `validFrom` on or before the day; null if the first one is later. Other than figures of scoring, a fee does not
 * count before its first day.
 */
export const feesInForceOn = <Dated extends { readonly validFrom: IsoDate }>(
  oldestFirst: readonly Dated[],
  day: IsoDate,
): Dated | null => oldestFirst.findLast(({ validFrom }) => validFrom <= day) ?? null;

/** The rows of one fee, and the balance that they are charged on. */
export interface ChargedFee {
  group: FeeGroup;
  name: string;
  rows: readonly FeeRow[];
  balanceCents: number;
}

/** What identifies a fee within a table, and pairs the fees of two. */
export const keyOf = ({ group, name }: Pick<FeeRow, 'group' | 'name'>): string => `${group} ${name}`;

/**
 * The fees that holdings are charged, in the order of the table. An option's own rows replace the platform's of the same group and name.
 * What the platform charges on several options is charged once, on their sum, as its fixed fees and tiers are per account.
 */
export function chargedFees(rows: readonly FeeRow[], holdings: readonly Holding[]): ChargedFee[] {
  const charging = held(holdings);
  const keys = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  return keys.flatMap(({ group, name }) => {
    const ofFee = rows.filter((row) => row.group === group && row.name === name);
    const ofPlatform = ofFee.filter(({ assetCode }) => assetCode === null);
    const own = charging.map(({ assetCode, balanceCents }) => ({
      rows: ofFee.filter((row) => row.assetCode === assetCode),
      balanceCents,
    }));
    const shared = own.filter((of) => of.rows.length === 0).reduce((sum, { balanceCents }) => sum + balanceCents, 0);
    const charged = [{ rows: ofPlatform, balanceCents: shared }, ...own];
    return charged
      .filter((of) => of.rows.length > 0 && of.balanceCents > 0)
      .map((of) => ({ group, name, rows: of.rows, balanceCents: of.balanceCents }));
  });
}

/** Holdings of another sum in the same proportions, in whole cents: what is left of a cent goes to the largest remainders. */
export function scaledHoldings(holdings: readonly Holding[], toCents: number): Holding[] {
  const scaling = held(holdings);
  const sum = scaling.reduce((total, { balanceCents }) => total + BigInt(balanceCents), 0n);
  if (sum === 0n) return [];
  const shares = scaling.map(({ assetCode, balanceCents }) => {
    const exact = BigInt(balanceCents) * BigInt(toCents);
    return { assetCode, balanceCents: Number(exact / sum), remainder: exact % sum };
  });
  const missing = toCents - shares.reduce((total, { balanceCents }) => total + balanceCents, 0);
  const largest = [...shares].sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1));
  const raised = new Set(largest.slice(0, missing));
  return shares.map((share) => ({
    assetCode: share.assetCode,
    balanceCents: share.balanceCents + (raised.has(share) ? 1 : 0),
  }));
}
