import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';

interface LeaseDocument {
  _id: string;
  holder: string;
  expiresAt: Date;
}

/** A plan whose process died is not derived for this long. */
const lastsMilliseconds = 10_000;
const renewEveryMilliseconds = 3_000;
const duplicateKey = 11000;

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
  private readonly holder = randomUUID();
  private readonly leases: Collection<LeaseDocument>;

  constructor(
    ops: Db,
    private readonly derivation: string,
  ) {
    this.leases = ops.collection('leases');
  }

  /** Null while another process has the plan. */
  async take(planId: string): Promise<PlanLease | null> {
    const _id = `derive-${this.derivation}-${planId}`;
    const asked = performance.now();
    const expiresAt = () => new Date(Date.now() + lastsMilliseconds);
    try {
      await this.leases.updateOne(
        { _id, expiresAt: { $lte: new Date() } },
        { $set: { holder: this.holder, expiresAt: expiresAt() } },
        { upsert: true },
      );
    } catch (error) {
      if ((error as { code?: unknown }).code === duplicateKey) return null;
      throw error;
    }
    let heldUntil = asked + lastsMilliseconds;
    const renew = async () => {
      const since = performance.now();
      const renewed = await this.leases.updateOne({ _id, holder: this.holder }, { $set: { expiresAt: expiresAt() } });
      heldUntil = renewed.matchedCount === 1 ? since + lastsMilliseconds : 0;
    };
    // A later renewal may still be in time.
    const renewal = setInterval(() => void renew().catch(() => undefined), renewEveryMilliseconds);
    return {
      isHeld: () => performance.now() < heldUntil,
      release: async () => {
        clearInterval(renewal);
        await this.leases.deleteOne({ _id, holder: this.holder });
      },
    };
  }
}
