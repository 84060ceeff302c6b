import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  checkpointsOf,
  deferredProgress,
  Progress,
  type ProjectionFeed,
} from '@superscope/event-store/reading/projection-feed';
import { Ops, Views } from '../platform/engines.module.js';

/** How long the kind of feed is cached. It changes only when projectors restart, if ever. */
const feedKnownForMilliseconds = 2_000;

/** Deferred rows come at most a second later, unless ClickHouse is busy or a projector has just died. */
const historyWithinMilliseconds = 2_000;
const lookEveryMilliseconds = 50;

interface FeedDocument {
  _id: 'feed';
  kind: 'direct' | 'kafka';
  topic: string;
  partitions: number;
}

/** Reads how far the projectors have come. */
@Injectable()
export class ProjectedEvents {
  private known: ProjectionFeed = { kind: 'direct' };
  private askAgainAt = 0;

  constructor(
    private readonly ops: Ops,
    private readonly views: Views,
  ) {}

  /** How events reach the projectors, which determines the checkpoint that covers a stream's events. */
  async feed(): Promise<ProjectionFeed> {
    if (performance.now() < this.askAgainAt) return this.known;
    const found = await this.ops.db.collection<FeedDocument>('control').findOne({ _id: 'feed' });
    this.known =
      found?.kind === 'kafka'
        ? { kind: 'kafka', topic: found.topic, partitions: found.partitions }
        : { kind: 'direct' };
    this.askAgainAt = performance.now() + feedKnownForMilliseconds;
    return this.known;
  }

  /** The progress of the read models in some checkpoints of the feed, or in all. */
  async progress(checkpoints?: readonly string[]): Promise<Progress> {
    const asked = checkpoints ?? checkpointsOf(await this.feed());
    return new Progress(await this.views.checkpoints.find({ _id: { $in: [...asked] } }).toArray());
  }

  /** Whether the event history has every event that the other read models have. Its rows are written after them. */
  async isHistoryWhole(needed?: Progress): Promise<boolean> {
    const _id = { $in: checkpointsOf(await this.feed()) };
    const found = await this.views.checkpoints.find({ _id }).toArray();
    return deferredProgress(found).covers(needed ?? new Progress(found));
  }

  /** Waits until the event history has every event that the other read models have now, for at most two seconds. */
  async historyWhole(): Promise<void> {
    const until = performance.now() + historyWithinMilliseconds;
    const needed = await this.progress();
    while (!(await this.isHistoryWhole(needed)) && performance.now() < until) await delay(lookEveryMilliseconds);
  }
}
