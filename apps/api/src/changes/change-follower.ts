import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { readModels, type Change } from '@superscope/contracts/changes';
import { Subject } from 'rxjs';
import { Ops } from '../platform/engines.module.js';
import { ChangeCounters } from './change-counters.js';

interface ChangeDocument {
  _id: number;
  planId: string | null;
  readModels: Change['readModels'];
  correlationIds?: string[];
}

/** How often the api looks for changes: while a browser is listening, and while only its own caches are. A look reads one number. */
const lookMilliseconds = { listenedTo: 40, alone: 200 };
/**
 * The number is raised right after its change is stored. If a process crashes in between, the change is found by reading the changes at
 * this interval anyway.
 */
const readAnywayMilliseconds = 1_000;
/**
 * The longest wait for the newest changes. After that an engine is assumed to be unavailable, and the known changes are the best available.
 */
const patienceMilliseconds = 500;
const changesAtOnce = 1_000;

/** Follows the changes that projectors make, for the caches of this process and for the browsers that listen. */
@Injectable()
export class ChangeFollower implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly changes = new Subject<Change>();
  /** This process's own reactions to each change. They are not subscribers, so they do not shorten the polling interval. */
  private readonly caches: ((change: Change) => void)[] = [];
  private last = 0;
  private readAnywayAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  /** `latestLook` is the newest look, begun or not; `next` is the look that has not begun yet. */
  private latestLook: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;
  /** Every change published before this moment has been read. */
  private seenUntil = -Infinity;

  constructor(
    private readonly ops: Ops,
    private readonly counters: ChangeCounters,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const newest = await this.collection.find({}).sort({ _id: -1 }).limit(1).next();
    this.last = newest?._id ?? 0;
    this.counters.followedBy((agoMilliseconds) => this.catchUp(agoMilliseconds));
    this.schedule();
  }

  tellCache(listener: (change: Change) => void): void {
    this.caches.push(listener);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.changes.complete();
  }

  private get collection() {
    return this.ops.db.collection<ChangeDocument>('changes');
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        this.look()
          // The engine is unavailable. The next poll tries again and misses nothing.
          .catch(() => undefined)
          .finally(() => this.schedule());
      },
      this.changes.observed ? lookMilliseconds.listenedTo : lookMilliseconds.alone,
    );
    this.timer.unref();
  }

  private async catchUp(agoMilliseconds: number): Promise<void> {
    if (agoMilliseconds > 0 && performance.now() - this.seenUntil <= agoMilliseconds) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMilliseconds)));
    await Promise.race([this.look().catch(() => undefined), late]);
    clearTimeout(timer);
  }

  /** Returns a look that has yet to begin, shared by all callers until it does. The look in progress may already have read the changes. */
  private look(): Promise<void> {
    if (this.next !== null) return this.next;
    const next = this.latestLook.then(() => {
      this.next = null;
      return this.poll();
    });
    this.next = next;
    this.latestLook = next.catch(() => undefined);
    return next;
  }

  private async poll(): Promise<void> {
    const began = performance.now();
    await this.read();
    this.seenUntil = began;
  }

  private async read(): Promise<void> {
    const counted = await this.ops.db
      .collection<{ _id: string; value: number }>('counters')
      .findOne({ _id: 'changes' });
    const value = counted?.value ?? 0;
    if (value === this.last && performance.now() < this.readAnywayAt) return;
    this.readAnywayAt = performance.now() + readAnywayMilliseconds;
    if (value < this.last) await this.startAnewWhereOpsWasLost();
    const found = await this.collection
      .find({ _id: { $gt: this.last } })
      .sort({ _id: 1 })
      .limit(changesAtOnce)
      .toArray();
    for (const { _id: sequence, planId, readModels, correlationIds = [] } of found) {
      this.last = sequence;
      this.counters.bump(planId, readModels);
      this.announce({ sequence, planId, readModels, correlationIds });
    }
    if (found.length === changesAtOnce) await this.read();
  }

  private announce(change: Change): void {
    for (const listener of this.caches) listener(change);
    this.changes.next(change);
  }

  /** If `ops` was lost, its numbers begin again. The changes in between are unknown, so everything may have changed. */
  private async startAnewWhereOpsWasLost(): Promise<void> {
    // The number is raised right after its change is visible.
    const newest = await this.collection.find({}).sort({ _id: -1 }).limit(1).next();
    if (newest !== null && newest._id >= this.last) return;
    this.last = 0;
    this.counters.bump(null);
    this.announce({ sequence: 0, planId: null, readModels: [...readModels] });
  }
}
