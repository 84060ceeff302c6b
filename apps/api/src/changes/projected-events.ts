import { Injectable } from '@nestjs/common';
import { checkpointsOf, Progress, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import { Ops, Views } from '../platform/engines.module.js';

/** How long the kind of feed is cached. It changes only when projectors restart, if ever. */
const feedKnownForMilliseconds = 2_000;

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
}
