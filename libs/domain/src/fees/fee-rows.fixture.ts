import fc from 'fast-check';
import { ongoingGroups, type FeeRow } from './fee-rows.js';

/** A fee in percent of the balance, or in dollars a year. */
export const fee = (group: FeeRow['group'], name: string, amount: string, more: Partial<FeeRow> = {}): FeeRow => ({
  assetCode: null,
  group,
  name,
  inDollars: false,
  amount,
  minCents: null,
  maxCents: null,
  tierFromCents: null,
  tierToCents: null,
  ...more,
});

export const inDollars = { inDollars: true } as const;

/** Administration of $78 and 0.15 %, investment 0.60 %. */
export const usualFees: readonly FeeRow[] = [
  fee('ADMIN', 'Administration fee', '78', inDollars),
  fee('ADMIN', 'Asset-based administration fee', '0.15', { maxCents: 75_000 }),
  fee('INVESTMENT', 'Investment fee', '0.60'),
];

export const holds = (dollars: number, assetCode = 'GROWTH') => [
  { assetCode, balanceCents: Math.round(dollars * 100) },
];

const decimal = fc.tuple(fc.nat(5), fc.nat(9_999)).map(([whole, part]) => `${whole}.${String(part).padStart(4, '0')}`);
const limit = fc.option(fc.nat(200_000));

const row = fc
  .record({
    group: fc.constantFrom(...ongoingGroups),
    name: fc.constantFrom('One', 'Two', 'Three'),
    assetCode: fc.constantFrom(null, 'GROWTH', 'CASH'),
    inDollars: fc.boolean(),
    amount: decimal,
    minCents: limit,
    maxCents: limit,
    tierFromCents: fc.option(fc.nat(5_000_000)),
    tierToCents: fc.option(fc.nat(50_000_000)),
  })
  .map((any): FeeRow => any);

export const anyRow = row;
const someRows = fc.array(row, { maxLength: 8 });
/** A table that says of each kind of ongoing fee what every holding is charged. */
export const anyRows = someRows.map((rows) => [
  ...rows,
  fee('ADMIN', 'Everybody’s', '0.1'),
  fee('INVESTMENT', 'Everybody’s', '0'),
  fee('TRANSACTION', 'Everybody’s', '0'),
]);
/** Tables of up to three days, oldest first, each with holes. */
export const anyTables = fc
  .uniqueArray(fc.record({ validFrom: fc.constantFrom('2024-07-01', '2025-07-01', '2026-07-01'), rows: someRows }), {
    selector: ({ validFrom }) => validFrom,
  })
  .map((tables) => tables.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom)));
export const anyHoldings = fc
  .tuple(fc.integer({ min: 1, max: 100_000_000 }), fc.nat(100_000_000))
  .map(([growth, cash]) => [
    { assetCode: 'GROWTH', balanceCents: growth },
    { assetCode: 'CASH', balanceCents: cash },
  ]);
