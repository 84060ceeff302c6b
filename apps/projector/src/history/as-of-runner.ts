import { setTimeout as delay } from 'node:timers/promises';
import type { AsOfDocument } from '@superscope/contracts/as-of-views';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { Lease, type Held } from '@superscope/event-store/leases/lease';
import { safeError } from '../runtime/writing/failures.js';
import type { AsOfParts } from './as-of-derivation.js';
import { AsOfStorage } from './as-of-storage.js';
import { NightlyDigests } from './nightly-digests.js';
import { ProofJob } from './proof-job.js';
import { ViewJob } from './view-job.js';

export interface AsOfLimits {
  /** A view that nobody has read for this many minutes is removed. */
  idleMinutes: number;
  /** Disk space of all views together. The view that was read longest ago is removed first. */
  diskBytes: number;
}

/** Short, because a user waits for the view. */
const lookEveryMs = 200;
const sweepEveryMs = 1_000;

/**
 * Makes as-of views and their proofs one after another, on behalf of all processes, removes views that nobody reads, and keeps the nightly
 * digests while no request is waiting.
 */
export class AsOfRunner {
  private readonly stopping = new AbortController();
  private readonly views: Collection<AsOfDocument>;
  private readonly storage: AsOfStorage;
  private readonly nightly: NightlyDigests;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: AsOfParts,
    private readonly ops: Db,
    private readonly log: Logger,
    limits: AsOfLimits,
  ) {
    this.views = ops.collection('as_of_views');
    this.storage = new AsOfStorage(parts, this.views, limits);
    this.nightly = new NightlyDigests(parts, ops, log);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const held = await new Lease(this.ops, 'asOfViews').acquire(signal);
      if (held === null) return;
      try {
        // Whatever the previous holder of the lease was making is started again.
        await this.views.updateMany({ state: 'running' }, { $set: { state: 'waiting' } });
        await this.views.updateMany({ 'proof.state': 'running' }, { $set: { 'proof.state': 'waiting' } });
        await this.serve(held);
      } catch (error) {
        this.log.warn(safeError(error), 'the runner of as-of views failed; retrying');
        await this.rest();
      } finally {
        await held.release().catch(() => undefined);
      }
    }
  }

  private async serve(held: Held): Promise<void> {
    const { parts, ops, views, storage, log, stopping } = this;
    const context = { parts, ops, views, storage, log, held, signal: stopping.signal };
    let sweptAt = -Infinity;
    const isOver = () => !held.isSafe() || stopping.signal.aborted;
    while (!isOver()) {
      if (performance.now() - sweptAt > sweepEveryMs) {
        await storage.sweep();
        sweptAt = performance.now();
      }
      const [view, proof] = await Promise.all([
        views.findOne({ state: 'waiting' }, { sort: { requestedAt: 1 } }),
        views.findOne({ state: 'ready', 'proof.state': 'waiting' }, { sort: { 'proof.requestedAt': 1 } }),
      ]);
      if (view !== null && (proof?.proof == null || view.requestedAt <= proof.proof.requestedAt))
        await new ViewJob(context).run(view._id);
      else if (proof !== null) await new ProofJob(context).run(proof._id);
      else if (!(await this.nightly.turn(isOver, stopping.signal))) await this.rest();
    }
  }

  private async rest(): Promise<void> {
    await delay(lookEveryMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
