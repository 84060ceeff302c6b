import { Lease } from '@superscope/event-store/leases/lease';
import type { Db } from 'mongodb';

/** A plan whose process died is not derived for this long. */
const times = { lastsMs: 10_000, renewEveryMs: 3_000 };

/** The right to derive one plan. */
export interface PlanLease {
  /** False once another process may derive the plan; for good after a pause longer than the lease lasts. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Which process derives which plan, in `ops.leases`. Leases only save work: if two processes derive one plan,
 * versions decide which rows count (plan-version.ts).
 */
export class PlanLeases {
  constructor(
    private readonly ops: Db,
    private readonly derivation: string,
  ) {}

  /** Null while another process has the plan. */
  async take(planId: string): Promise<PlanLease | null> {
    const held = await new Lease(this.ops, `derive-${this.derivation}-${planId}`, times).take();
    return held === null ? null : { isHeld: held.isSafe, release: held.release };
  }
}
