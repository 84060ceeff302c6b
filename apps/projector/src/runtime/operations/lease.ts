import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';

interface LeaseDocument {
  _id: string;
  /** The holder; null once the lease was released. */
  holder: string | null;
  /** Grows with each holder. */
  epoch: number;
  /** Grows with each renewal. */
  beat: number;
  /** Time of the last renewal, for operators. */
  at: Date;
}

export interface LeaseTimes {
  /** A lease that was not renewed for this long is free. */
  lastsMs: number;
  renewEveryMs: number;
  lookEveryMs: number;
}

const usual: LeaseTimes = { lastsMs: 5_000, renewEveryMs: 1_500, lookEveryMs: 500 };

/** A lease as its holder sees it. */
export interface Held {
  /** The id of this one holding of the lease. */
  readonly id: string;
  /** Whether no other process can hold it yet. False for good after a pause longer than the lease lasts. */
  isSafe(): boolean;
  /** Resolves once the lease is lost or released. */
  readonly lost: Promise<void>;
  /** Releases the lease, so that the next process need not wait. */
  release(): Promise<void>;
}

/**
 * A lease for a name, with one holder at a time, in `ops.leases`. No two clocks are compared: a waiting process takes
 * the lease once it has seen no renewal for as long as a lease lasts. The holder counts from before its last renewal,
 * so it is the first to learn that the lease has ended.
 */
export class Lease {
  private readonly holder = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  private readonly leases: Collection<LeaseDocument>;

  constructor(
    ops: Db,
    private readonly name: string,
    private readonly times: LeaseTimes = usual,
  ) {
    this.leases = ops.collection('leases');
  }

  /** Waits until the lease is acquired; null when `signal` ends the wait. It also waits while the engine is away. */
  async acquire(signal: AbortSignal): Promise<Held | null> {
    let seen = { key: '', since: 0 };
    while (!signal.aborted) {
      const asked = performance.now();
      try {
        const found = await this.leases.findOne({ _id: this.name });
        const key = `${found?.epoch}/${found?.beat}`;
        if (seen.key !== key) seen = { key, since: performance.now() };
        const isFree = found === null || found.holder === null || asked - seen.since > this.times.lastsMs;
        if (isFree && (await this.take(found))) return this.hold((found?.epoch ?? 0) + 1, asked);
      } catch {
        // A failed read does not mean that the lease is free: the count begins again.
        seen = { key: '', since: 0 };
      }
      await delay(this.times.lookEveryMs, null, { signal }).catch(() => undefined);
    }
    return null;
  }

  /** False if another process was faster. */
  private async take(found: LeaseDocument | null): Promise<boolean> {
    const mine = { holder: this.holder, epoch: (found?.epoch ?? 0) + 1, beat: 0, at: new Date() };
    if (found !== null) {
      const { epoch, beat } = found;
      return (await this.leases.updateOne({ _id: this.name, epoch, beat }, { $set: mine })).matchedCount === 1;
    }
    await this.leases.insertOne({ _id: this.name, ...mine });
    return true;
  }

  private hold(epoch: number, since: number): Held {
    let renewed = since;
    let isLost = false;
    let lose = () => {};
    const lost = new Promise<void>((resolve) => (lose = resolve));
    const mine = { _id: this.name, epoch, holder: this.holder };
    const end = () => {
      isLost = true;
      clearInterval(timer);
      lose();
    };
    const isSafe = () => {
      if (!isLost && performance.now() - renewed > this.times.lastsMs) end();
      return !isLost;
    };
    const renew = async () => {
      if (!isSafe()) return;
      const asked = performance.now();
      const change = { $inc: { beat: 1 }, $set: { at: new Date() } };
      const { matchedCount } = await this.leases.updateOne(mine, change);
      if (matchedCount === 1) renewed = asked;
      else end();
    };
    // A later renewal may still be in time.
    const timer = setInterval(() => void renew().catch(() => undefined), this.times.renewEveryMs);
    return {
      id: `${this.holder}/${epoch}`,
      isSafe,
      lost,
      release: async () => {
        if (isLost) return;
        end();
        await this.leases.updateOne(mine, { $set: { holder: null } });
      },
    };
  }
}
