import { Lease } from '@superscope/event-store/leases/lease';
import type { Db } from 'mongodb';

const times = { lastsMs: 60_000, renewEveryMs: 15_000 };

/**
 * Runs work in one process at a time; null while another process has the lease. A process that dies loses the lease within a minute. If
 * all renewals fail, a second process may begin, which does not damage the heads.
 */
export async function underProofLease<Result>(ops: Db, work: () => Promise<Result>): Promise<Result | null> {
  const held = await new Lease(ops, 'proof', times, 'history_proof_leases').take();
  if (held === null) return null;
  try {
    return await work();
  } finally {
    await held.release().catch(() => undefined);
  }
}
