import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { unlessDuplicate } from '../connection/duplicate-key.js';
import { expired, newHolder, renewedFor, takenBy, type LeaseDocument } from './lease-document.js';

export interface LeaseTimes {
  /** A lease that was not renewed for this long is free. */
  lastsMs: number;
  renewEveryMs: number;
  /** How often a waiting process looks. */
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
 * A lease for a name, with one holder at a time, in a collection of `ops`. The holder counts from before its last renewal, so it is the
 * first to learn that the lease has ended.
 */
export class Lease {
  private readonly leases: Collection<LeaseDocument>;
  private readonly times: LeaseTimes;

  constructor(
    ops: Db,
    private readonly name: string,
    times: Partial<LeaseTimes> = {},
    collection = 'leases',
  ) {
    this.times = { ...usual, ...times };
    this.leases = ops.collection(collection);
  }

  /** Takes the lease at once if it is free or has expired by the clocks of both processes; null while another process has it. */
  async take(): Promise<Held | null> {
    const asked = performance.now();
    const holder = newHolder();
    const mine = { $set: takenBy(holder, this.times.lastsMs) };
    const taken = this.leases.updateOne({ _id: this.name, ...expired() }, mine, { upsert: true });
    // Another process has the lease: the upsert collided with its document.
    return (await unlessDuplicate(taken)) ? this.hold(holder, asked) : null;
  }

  /**
   * Waits until the lease is acquired; null when `signal` ends the wait. It also waits while the engine is away. No two clocks are compared:
   * a waiting process takes the lease once it has seen no renewal for as long as a lease lasts.
   */
  async acquire(signal: AbortSignal): Promise<Held | null> {
    let seen = { key: '', since: 0 };
    while (!signal.aborted) {
      const asked = performance.now();
      try {
        const found = await this.leases.findOne({ _id: this.name });
        const key = `${found?.holder}/${found?.beat}`;
        if (seen.key !== key) seen = { key, since: performance.now() };
        const isFree = found === null || found.holder === null || asked - seen.since > this.times.lastsMs;
        const holder = newHolder();
        if (isFree && (await this.takeFrom(found, holder))) return this.hold(holder, asked);
      } catch {
        // A failed read does not mean that the lease is free: the count begins again.
        seen = { key: '', since: 0 };
      }
      await delay(this.times.lookEveryMs, null, { signal }).catch(() => undefined);
    }
    return null;
  }

  /** False if another process was faster. */
  private async takeFrom(found: LeaseDocument | null, as: string): Promise<boolean> {
    const mine = takenBy(as, this.times.lastsMs);
    if (found === null) return unlessDuplicate(this.leases.insertOne({ _id: this.name, ...mine }));
    const { holder, beat } = found;
    return (await this.leases.updateOne({ _id: this.name, holder, beat }, { $set: mine })).matchedCount === 1;
  }

  private hold(holder: string, since: number): Held {
    let renewed = since;
    let isLost = false;
    let lose = () => {};
    const lost = new Promise<void>((resolve) => (lose = resolve));
    const mine = { _id: this.name, holder };
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
      const { matchedCount } = await this.leases.updateOne(mine, renewedFor(this.times.lastsMs));
      if (matchedCount === 1) renewed = asked;
      else end();
    };
    // A later renewal may still be in time.
    const timer = setInterval(() => void renew().catch(() => undefined), this.times.renewEveryMs);
    return {
      id: holder,
      isSafe,
      lost,
      release: async () => {
        if (isLost) return;
        end();
        await this.leases.deleteOne(mine);
      },
    };
  }
}
