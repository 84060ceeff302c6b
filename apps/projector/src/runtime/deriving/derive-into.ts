import { beforeAll, encodePosition } from '@superscope/event-store/events/position';
import { DoubleBuffer } from '../writing/double-buffer.js';
import { allMonths } from '../writing/projection.js';
import type { Target } from '../writing/target.js';
import type { Derivation, Derived, StalePlan } from './derivation.js';
import { PlanVersion } from './plan-version.js';

/** Derives a plan's stale months. `mayPublish` tells whether this process may still derive the plan. Throws Superseded if it may not. */
export type Derive = (stale: StalePlan, mayPublish?: () => boolean) => Promise<Derived>;

/** Runs a derivation from the facts of one set of read models into the same set, or into another. */
export function deriveInto(derivation: Derivation, facts: Target, published: Target = facts): Derive {
  const derive = derivation.between({ facts, published });
  const taken = new Map<string, number>();
  return async (stale, mayPublish = () => true) => {
    const { planId } = stale;
    // Taken before anything is read, so that a derivation with a higher version has read at least the same facts.
    const version = await PlanVersion.take(published, derivation, planId, taken);
    const inserts = new DoubleBuffer();
    try {
      return await derive(stale, { planId, version: String(version), mayPublish, inserts });
    } finally {
      // Also after a failure, so that the next derivation finds all rows of this one stored and none pending.
      await inserts.settled();
      // Another process that derives at the same time may have looked for obsolete rows before all rows of this
      // derivation were stored.
      if (!(await version.isNewest())) await markStale(facts, derivation.name, planId, version);
    }
  };
}

/** Marks a whole plan as stale. */
async function markStale(facts: Target, derivation: string, planId: string, version: PlanVersion): Promise<void> {
  const position = encodePosition(beforeAll);
  const again = { derivation, planId, ...allMonths, members: null, recordedFrom: '', since: position, position };
  const _id = `${derivation} ${planId}@superseded ${version}`;
  await facts.dirty().replaceOne({ _id }, { ...again, correlationIds: [] }, { upsert: true });
}
