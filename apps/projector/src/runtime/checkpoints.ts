import {
  beforeAll,
  comparePositions,
  decodePosition,
  encodePosition,
  type Position,
} from '@superscope/event-store/position';
import { checkpointsOf, isSameFeed, Progress, type ProjectionFeed } from '@superscope/event-store/projection-feed';
import type { Db } from 'mongodb';
import type { Target } from './target.js';

/** How far a partition's events are in the read models. It stands beside them, so that both are dropped together. */
export interface CheckpointDocument {
  /** `all`, or `{topic}-{partition}`. */
  _id: string;
  /** Encoded position of the last event that was written, or needed no writing. */
  position: string;
  /** Of Kafka: the record to read next. */
  offset?: string;
  /** Grows when a rebuild puts others in the place of these read models: what was written to the old ones does not count for them. */
  build?: number;
  at: Date;
}

const duplicateKey = 11000;

/**
 * The checkpoints of all projectors. One that lost its partition midway may still write facts, which changes nothing; its
 * checkpoint is refused as soon as another one's moved, so that no checkpoint ever goes back.
 */
export class Checkpoints {
  constructor(private readonly target: Target) {}

  /** As it is now: another process may have advanced it. */
  async read(partition: string): Promise<CheckpointDocument> {
    for (;;) {
      const found = await this.target.checkpoints().findOne({ _id: partition });
      if (found !== null) return found;
      const fresh = { _id: partition, position: encodePosition(beforeAll), at: new Date() };
      try {
        await this.target.checkpoints().insertOne(fresh);
        return fresh;
      } catch (error) {
        if ((error as { code?: unknown }).code !== duplicateKey) throw error;
      }
    }
  }

  /** Moves a checkpoint on from where it was read; false where somebody else moved it, or a rebuild switched, meanwhile. */
  async advance(from: CheckpointDocument, to: { position: string; offset?: string }): Promise<boolean> {
    const moved = await this.target
      .checkpoints()
      // A field that is not there equals null.
      .updateOne({ _id: from._id, position: from.position, build: from.build ?? null } as never, {
        $set: { ...to, at: new Date() },
      });
    return moved.matchedCount === 1;
  }

  async progress(feed: ProjectionFeed): Promise<Progress> {
    const _id = { $in: checkpointsOf(feed) };
    return new Progress(await this.target.checkpoints().find({ _id }).toArray());
  }

  /** Everything up to a position is in the read models, whatever brought it there. */
  async raise(partition: string, to: Position): Promise<void> {
    for (;;) {
      const from = await this.read(partition);
      if (comparePositions(decodePosition(from.position) ?? beforeAll, to) >= 0) return;
      if (await this.advance(from, { position: encodePosition(to) })) return;
    }
  }

  /** From now on what was written before this moment does not move a checkpoint any more. */
  async beginBuild(): Promise<void> {
    await this.target.checkpoints().updateMany({}, { $inc: { build: 1 } });
  }
}

/** What a topic that was made anew holds is read from its first record on; what the read models have is dropped by its position. */
export async function forgetOffsets(
  ops: Db,
  { topic, partitions }: { topic: string; partitions: number },
): Promise<void> {
  const _id = { $in: checkpointsOf({ kind: 'kafka', topic, partitions }) };
  const checkpoints = ops.client.db('views').collection<CheckpointDocument>('checkpoints');
  await checkpoints.updateMany({ _id }, { $unset: { offset: '' } });
}

interface FeedDocument {
  _id: 'feed';
  kind: 'direct' | 'kafka';
  topic?: string;
  partitions?: number;
}

/** What brings events to the projectors; they follow everything themselves where nobody ever said so. */
export async function currentFeed(ops: Db): Promise<ProjectionFeed> {
  const known = await ops.collection<FeedDocument>('control').findOne({ _id: 'feed' });
  return known?.kind === 'kafka'
    ? { kind: 'kafka', topic: known.topic!, partitions: known.partitions! }
    : { kind: 'direct' };
}

/**
 * Makes a feed the live one. Its checkpoints begin where the one before it was: what every partition of that had passed is in
 * the read models, whichever partition it comes in now. Throws where a topic's number of partitions changed, which tears
 * streams apart.
 */
export async function useFeed(ops: Db, checkpoints: Checkpoints, feed: ProjectionFeed): Promise<void> {
  const before = await currentFeed(ops);
  if (feed.kind === 'kafka' && before.kind === 'kafka' && feed.topic === before.topic && !isSameFeed(feed, before))
    throw new Error(
      `The topic ${feed.topic} had ${before.partitions} partitions and now has ${feed.partitions}. Streams would change their partition: please use a new topic.`,
    );
  // Whoever wrote the document before may not have come to the checkpoints.
  for (const earlier of [before, { kind: 'direct' } as const]) {
    if (isSameFeed(earlier, feed)) continue;
    const passed = (await checkpoints.progress(earlier)).passedByAll(checkpointsOf(earlier));
    if (comparePositions(passed, beforeAll) > 0)
      for (const partition of checkpointsOf(feed)) await checkpoints.raise(partition, passed);
  }
  await ops.collection<FeedDocument>('control').replaceOne({ _id: 'feed' }, feed, { upsert: true });
}
