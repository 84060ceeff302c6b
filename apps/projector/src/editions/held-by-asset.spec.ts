import { expect, it } from 'vitest';
import { heldByAsset } from './held-by-asset.js';

const factors: Record<string, bigint> = { ann: 1_200_000n, bob: 800_000n, eve: 1_100_000n };
const factorOf = (memberId: string) => factors[memberId]!;
const holds = (memberId: string, assetCode: string, balanceCents: number) => ({ memberId, assetCode, balanceCents });
const members = new Set(['ann', 'bob', 'eve']);

it('adds up each asset’s holders and their factored cents', () => {
  const held = [holds('ann', 'BAL', 10_001), holds('bob', 'BAL', 50_000), holds('bob', 'CASH', 7)];
  expect(heldByAsset(held, members, factorOf)).toEqual([
    {
      asset_code: 'BAL',
      members: 2,
      total_factored_cents: 52_001n,
      lowest_factored_cents: 12_001n,
      highest_factored_cents: 40_000n,
    },
    {
      asset_code: 'CASH',
      members: 1,
      total_factored_cents: 5n,
      lowest_factored_cents: 5n,
      highest_factored_cents: 5n,
    },
  ]);
});

it('leaves out holders of nothing, and people who are not in the plan’s month', () => {
  const held = [holds('ann', 'BAL', 0), holds('zoe', 'BAL', 900), holds('eve', 'BAL', 100)];
  expect(heldByAsset(held, members, factorOf)).toMatchObject([{ asset_code: 'BAL', members: 1 }]);
});
