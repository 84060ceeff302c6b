import { alsoMoves } from '@superscope/contracts/action-facts';
import type { PlanAction } from '@superscope/contracts/plan-actions';
import { areas } from '../figures/scored-areas';

/** Says whose scores gain as well, since an action's gain is of the whole score. Draws nothing where only its own area gains. */
export function OtherAreas({ action: { key } }: { action: PlanAction }) {
  const names = alsoMoves[key].map((also) => areas.find((area) => area.key === also)!.name.toLowerCase());
  return (
    names.length > 0 && <span className="block text-sm font-normal text-ink-3">also moves {names.join(' and ')}</span>
  );
}
