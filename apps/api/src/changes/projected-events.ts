import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  checkpointsOf,
  deferredProgress,
  Progress,
  type ProjectionFeed,
} from '@superscope/event-store/reading/projection-feed';
import { Ops, Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';

/** How long the kind of feed is cached. It changes only when projectors restart, if ever. */
const feedKnownForMilliseconds = 2_000;

/** Rows of the event history come at most a second later, unless ClickHouse is busy or a projector has just died. */
const historyWithinMilliseconds = 2_000;
const requiredWithinMilliseconds = 10_000;
const lookEveryMilliseconds = 50;

const historyBehind = 'The history of events is behind the figures for a moment. Please try again shortly.';

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

  /**
   * Waits until the event history has every event that the other read models have now, for at most two seconds unless told otherwise. False
   * if it has not.
   */
  async historyWhole(withinMilliseconds = historyWithinMilliseconds): Promise<boolean> {
    const until = performance.now() + withinMilliseconds;
    const needed = await this.progress();
    while (!(await this.isHistoryWhole(needed))) {
      if (performance.now() > until) return false;
      await delay(lookEveryMilliseconds);
    }
    return true;
  }

  /** The same for an answer that would be wrong without one of the events: waits for ten seconds, and throws Refusal 503. */
  async requireHistory(withinMilliseconds = requiredWithinMilliseconds): Promise<void> {
    if (!(await this.historyWhole(withinMilliseconds))) throw new Refusal(503, { message: historyBehind });
  }
}
