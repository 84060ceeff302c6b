import { setTimeout as delay } from 'node:timers/promises';
import type { AsOfDocument } from '@superscope/contracts/as-of-views';
import { checkpointOf } from '@superscope/event-store/reading/projection-feed';
import type { Collection, Db } from 'mongodb';
import type { Logger } from 'pino';
import { currentFeed } from '../runtime/feed/current-feed.js';
import { Checkpoints } from '../runtime/operations/checkpoints.js';
import { Lease, type Held } from '../runtime/operations/lease.js';
import { safeError } from '../runtime/writing/failures.js';
import { deriveAsOf, type AsOfParts, type OnProgress } from './as-of-derivation.js';
import { AsOfStorage } from './as-of-storage.js';

export interface AsOfLimits {
  /** A view that nobody read for so long is removed. */
  idleMinutes: number;
  /** All views together; the one that was read longest ago goes first. */
  diskBytes: number;
}

/** Nobody wants the view any more, or another process makes it. */
class Ended extends Error {}

/** A reason that the asker is told as it is. */
class Refused extends Error {}

const lookEveryMs = 1_000;
/** How far behind the read models may stay before a view is refused. */
const patienceMs = 30_000;
/** Newest events of the store that must be in the read models. */
const newestEvents = 100;

/** The store's own events, who looked, and rules about users: no figure is made of them, so no view waits for them. */
const notProjected = ['$', 'access-', 'login-', 'administrators'];

/** Makes as-of views one after another, whichever process asked for them, and removes those that nobody reads. */
export class AsOfRunner {
  private readonly stopping = new AbortController();
  private readonly views: Collection<AsOfDocument>;
  private readonly storage: AsOfStorage;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: AsOfParts,
    private readonly ops: Db,
    private readonly log: Logger,
    private readonly limits: AsOfLimits,
  ) {
    this.views = ops.collection('as_of_views');
    this.storage = new AsOfStorage(parts, this.views, limits);
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
        // What the holder before was making is made anew.
        await this.views.updateMany({ state: 'running' }, { $set: { state: 'waiting' } });
        await this.serve(held);
      } catch (error) {
        this.log.warn(safeError(error), 'as-of views: trying again');
        await this.rest();
      } finally {
        await held.release().catch(() => undefined);
      }
    }
  }

  private async serve(held: Held): Promise<void> {
    while (held.isSafe() && !this.stopping.signal.aborted) {
      await this.storage.sweep();
      const next = await this.views.findOneAndUpdate(
        { state: 'waiting' },
        { $set: { state: 'running', startedAt: new Date(), phase: null, done: 0, total: 0 } },
        { sort: { requestedAt: 1 }, returnDocument: 'after' },
      );
      if (next === null) await this.rest();
      else await this.make(next, held);
    }
  }

  private async make(view: AsOfDocument, held: Held): Promise<void> {
    const { _id, planId } = view;
    const began = performance.now();
    const onProgress: OnProgress = async (phase, done, total) => {
      if (!held.isSafe() || this.stopping.signal.aborted) throw new Ended();
      const mine = { _id, state: 'running' as const, 'askedBy.0': { $exists: true } };
      const { matchedCount } = await this.views.updateOne(mine, { $set: { phase, done, total } });
      if (matchedCount === 0) throw new Ended();
      await this.makeRoom(_id);
    };
    try {
      await this.waitForReadModels();
      const rows = await deriveAsOf(this.parts, view, onProgress);
      await this.makeRoom(_id, true);
      const bytes = (await this.storage.sizes()).get(_id) ?? 0;
      const now = new Date();
      await this.views.updateOne(
        { _id },
        { $set: { state: 'ready', phase: null, rows, bytes, endedAt: now, lastUsedAt: now } },
      );
      this.log.info({ planId, view: _id, rows, bytes, ms: Math.round(performance.now() - began) }, 'as-of view made');
    } catch (error) {
      await this.ended(view, error, held);
    }
  }

  private async ended({ _id, planId }: AsOfDocument, error: unknown, held: Held): Promise<void> {
    // Another process may be making it by now.
    if (!held.isSafe()) return;
    await this.storage.drop(_id).catch(() => undefined);
    if (this.stopping.signal.aborted) {
      await this.views.updateOne({ _id, state: 'running' }, { $set: { state: 'waiting' } });
      return;
    }
    const cancelled = error instanceof Ended;
    if (!cancelled) this.log.warn({ planId, view: _id, ...safeError(error) }, 'an as-of view failed');
    const problem = error instanceof Refused ? error.message : 'The view could not be made. Please try again.';
    await this.views.updateOne(
      { _id },
      {
        $set: {
          state: cancelled ? 'cancelled' : 'failed',
          problem: cancelled ? null : problem,
          phase: null,
          endedAt: new Date(),
        },
      },
    );
  }

  private async makeRoom(id: string, isMade = false): Promise<void> {
    if (!(await this.storage.makeRoom(id, isMade)))
      throw new Refused('This plan needs more room than views of the past may take. Please ask your administrator.');
  }

  /** What was recorded by a moment that has just passed may still be on its way into the facts that are copied. */
  private async waitForReadModels(): Promise<void> {
    const { store, live } = this.parts;
    const feed = await currentFeed(this.ops);
    const wanted = [];
    for await (const events of store.newest(newestEvents))
      wanted.push(...events.filter(({ stream }) => !notProjected.some((prefix) => stream.startsWith(prefix))));
    const until = performance.now() + patienceMs;
    for (;;) {
      const progress = await new Checkpoints(live).progress(feed);
      if (wanted.every(({ stream, position }) => progress.includes(checkpointOf(feed, stream), position))) return;
      if (performance.now() > until) throw new Refused('The figures of today are not up to date. Please try again.');
      await delay(100, undefined, { signal: this.stopping.signal });
    }
  }

  private async rest(): Promise<void> {
    await delay(lookEveryMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
