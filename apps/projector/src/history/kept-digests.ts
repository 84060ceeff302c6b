import type { AsOfSum, KeptComparison } from '@superscope/contracts/as-of-views';
import { planDigestsView } from '@superscope/contracts/read-models/plan-digests';
import type { Target } from '../runtime/writing/target.js';

/**
 * Compares a set's digests with those that a nightly run kept for the plan's last change up to the same moment. Null if none were kept. If
 * more events claim to have been recorded by that moment than the digest counts, some of them were recorded later, and nothing is compared.
 */
export async function comparedWithKept(
  live: Target,
  planId: string,
  { changedAt, eventsByChange, models }: AsOfSum,
): Promise<KeptComparison | null> {
  if (changedAt === null) return null;
  const kept = await live.of(planDigestsView).findOne({ planId, moment: changedAt });
  if (kept === null) return null;
  const of = { keptAt: kept.keptAt, position: kept.position, events: kept.events, digest: kept.digest };
  const late = Math.max(0, (eventsByChange ?? kept.events) - kept.events);
  if (late > 0) return { ...of, isEqual: false, models: [], late };
  const own = new Map(models.map((each) => [each.model, each]));
  const others = kept.models.filter(
    ({ model, rows, digest }) => own.get(model)?.rows !== rows || own.get(model)?.digest !== digest,
  );
  return { ...of, isEqual: others.length === 0, models: others.map(({ model }) => model), late };
}
