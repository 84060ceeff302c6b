import { column, day } from './dimensions.js';
import { centsAsDollars } from './formula.js';
import { counted } from './measures.js';
import type { Dimension, Measure } from './cube-member.js';

const source = 'assetOwned' as const;

/** Members' holdings of a platform's investment options at a month's end. */
export const assetOwnedDimensions: readonly Dimension[] = [
  column('AssetOwned.planId', { use: 'plan', sql: 'plan_id', source }),
  column('AssetOwned.assetCode', { use: 'event', sql: 'asset_code', source }),
  column('AssetOwned.name', { use: 'event', sql: 'name', source, known: "name != ''" }),
  day('AssetOwned.month', 'month', source),
];

const inSome = (aggregate: string, of: string) => (when: string | null) =>
  when === null ? `${aggregate}(${of})` : `${aggregate}If(${of}, ${when})`;

export const assetOwnedMeasures: readonly Measure[] = [
  // A member may hold several assets, so the members of several assets are not the sum of each asset's members.
  counted('AssetOwned.members', source, 'countDistinct', [{ key: 'holders', sql: inSome('uniqExact', 'member_id') }], {
    as: 'held',
  }),
  {
    ...counted(
      'AssetOwned.balance',
      source,
      'sum',
      [{ key: 'held_cents', sql: inSome('sum', 'balance_cents') }],
      { as: 'held' },
      'currency',
    ),
    ...centsAsDollars,
  },
];
