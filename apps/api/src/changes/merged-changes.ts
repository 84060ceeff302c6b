import type { Change } from '@superscope/contracts/changes';

/** The most commands that a change names. */
const mostCorrelationIds = 20;

/**
 * Merges changes into one for each plan, with all the read models that changed and the commands that changed them. They are numbered within
 * the listener's stream, because their numbers among all changes would reveal how many others there were, of which the listener may not
 * hear.
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
