import type { Db } from 'mongodb';
import { Lease, type Held } from '@superscope/event-store/leases/lease';

/** Longer than a busy machine may stall, because a rebuild that lost its lease does not switch. */
const leaseTimes = { lastsMs: 20_000, renewEveryMs: 3_000, lookEveryMs: 500 };
const usualWaitForOtherMs = 25_000;

/**
 * The lease of the one rebuild that may run: two at once would fill, compare and drop each other's read models. Throws if another rebuild
 * keeps the lease past the waiting time.
 */
export async function soleRebuild(ops: Db, waitForOtherMs = usualWaitForOtherMs): Promise<Held> {
  const held = await new Lease(ops, 'rebuild', leaseTimes).acquire(AbortSignal.timeout(waitForOtherMs));
  if (held === null) throw new Error('Another rebuild is running. Please wait until it has ended.');
  return held;
}
