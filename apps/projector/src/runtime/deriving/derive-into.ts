import { beforeAll, encodePosition } from '@superscope/event-store/events/position';
import { DoubleBuffer } from '../writing/double-buffer.js';
import { allMonths } from '../writing/projection.js';
import type { Target } from '../writing/target.js';
import type { Derivation, Derived, StalePlan } from './derivation.js';
import { PlanVersion } from './plan-version.js';

/** `mayPublish` says whether the plan is still this process's to derive. Throws Superseded where it is not any more. */
export type Derive = (stale: StalePlan, mayPublish?: () => boolean) => Promise<Derived>;

/** Runs a derivation from the facts of one set of read models into the same set, or into another. */
export function deriveInto(derivation: Derivation, facts: Target, published: Target = facts): Derive {
  const derive = derivation.between({ facts, published });
  return async (stale, mayPublish = () => true) => {
    const { planId } = stale;
    // Before anything is read: a derivation with a higher version knows no less.
    const version = await PlanVersion.take(published, derivation, planId);
    const inserts = new DoubleBuffer();
    try {
      return await derive(stale, { planId, version: String(version), mayPublish, inserts });
    } finally {
      // Also after a failure: the next derivation must find all rows of this one stored, and none still on their way.
      await inserts.settled();
      // Another process that derives meanwhile may have looked for what to take out before all rows of this derivation were there.
      if (!(await version.isNewest())) await markStale(facts, derivation.name, planId, version);
    }
  };
}

/** Has everything of a plan derived once more. */
async function markStale(facts: Target, derivation: string, planId: string, version: PlanVersion): Promise<void> {
  const position = encodePosition(beforeAll);
  const again = { derivation, planId, ...allMonths, members: null, recordedFrom: '', since: position, position };
  const _id = `${derivation} ${planId}@superseded ${version}`;
  await facts.dirty().replaceOne({ _id }, { ...again, correlationIds: [] }, { upsert: true });
}
