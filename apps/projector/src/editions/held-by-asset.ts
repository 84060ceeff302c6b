import type { assetEditionTable } from '@superscope/contracts/read-models/editions';
import type { RowOf } from '@superscope/contracts/read-models/analytics-table';
import { factored } from '@superscope/domain/publishing/record-key';
import type { Holding } from '../plan-facts/plan-facts.js';

type HeldAsset = Omit<RowOf<typeof assetEditionTable>, 'plan_id' | 'month' | 'version'>;

/**
 * Members' holdings by asset, in factored cents. A member without a balance in an asset is not counted as a holder, and members outside the
 * plan's month do not count.
 */
export function heldByAsset(
  held: readonly Holding[],
  members: ReadonlySet<string>,
  factorOf: (memberId: string) => bigint,
): HeldAsset[] {
  const assets = new Map<string, HeldAsset>();
  for (const { memberId, assetCode, balanceCents } of held) {
    if (balanceCents === 0 || !members.has(memberId)) continue;
    const cents = factored(balanceCents, factorOf(memberId));
    const known = assets.get(assetCode);
    if (known === undefined) {
      assets.set(assetCode, {
        asset_code: assetCode,
        members: 1,
        total_factored_cents: cents,
        lowest_factored_cents: cents,
        highest_factored_cents: cents,
      });
      continue;
    }
    known.members += 1;
    known.total_factored_cents += cents;
    if (cents < known.lowest_factored_cents) known.lowest_factored_cents = cents;
    if (cents > known.highest_factored_cents) known.highest_factored_cents = cents;
  }
  return [...assets.values()];
}
