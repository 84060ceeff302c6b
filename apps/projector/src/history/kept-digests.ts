import type { AsOfSum, KeptComparison } from '@superscope/contracts/as-of-views';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import type { Target } from '../runtime/writing/target.js';

/**
 * Compares a set's digests with those that a nightly run kept for the plan's last change up to the same moment. Null if none were
 * kept.
 */
export async function comparedWithKept(
  live: Target,
  planId: string,
  { changedAt, models }: AsOfSum,
): Promise<KeptComparison | null> {
  if (changedAt === null) return null;
  const kept = await live.of(planDigestsView).findOne({ planId, moment: changedAt });
  if (kept === null) return null;
  const own = new Map(models.map((each) => [each.model, each]));
  const others = kept.models.filter(
    ({ model, rows, digest }) => own.get(model)?.rows !== rows || own.get(model)?.digest !== digest,
  );
  return {
    ...{ keptAt: kept.keptAt, position: kept.position, events: kept.events, digest: kept.digest },
    ...{ isEqual: others.length === 0, models: others.map(({ model }) => model) },
  };
}
