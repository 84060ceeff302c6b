import type { Change } from '@superscope/contracts/changes';

/** A change names so many commands at most. */
const mostCorrelationIds = 20;

/**
 * One change a plan, with all the read models that moved and the commands that moved them. They are numbered in the stream that tells
 * them: the number among all changes would say how many others there were, which a listener may not hear of.
 */
export function mergedChanges(changes: readonly Change[], told: number): Change[] {
  const byPlan = new Map<string | null, Change>();
  for (const change of changes) {
    const known = byPlan.get(change.planId);
    const readModels = [...new Set([...(known?.readModels ?? []), ...change.readModels])];
    const commands = new Set([...(known?.correlationIds ?? []), ...(change.correlationIds ?? [])]);
    const correlationIds = [...commands].slice(0, mostCorrelationIds);
    byPlan.set(change.planId, { ...change, readModels, correlationIds });
  }
  return [...byPlan.values()].map((change, i) => ({ ...change, sequence: told + 1 + i }));
}
