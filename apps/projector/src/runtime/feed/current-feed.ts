import { beforeAll, comparePositions } from '@superscope/event-store/events/position';
import { checkpointsOf, isSameFeed, type ProjectionFeed } from '@superscope/event-store/reading/projection-feed';
import type { Db } from 'mongodb';
import type { Checkpoints } from '../operations/checkpoints.js';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';

/**
 * Forgets the offsets, so that a new topic is read from its first record on. Records that the read models already have are dropped by their
 * position.
 */
export async function forgetOffsets(
  ops: Db,
  { topic, partitions }: { topic: string; partitions: number },
): Promise<void> {
  const _id = { $in: checkpointsOf({ kind: 'kafka', topic, partitions }) };
  const checkpoints = ops.client.db('views').collection<CheckpointDocument>('checkpoints');
  await checkpoints.updateMany({ _id }, { $unset: { offset: '', deferredOffset: '' } });
}

interface FeedDocument {
  _id: 'feed';
  kind: 'direct' | 'kafka';
  topic?: string;
  partitions?: number;
}

/** The current source of events. Without a record of one, projectors follow the event store themselves. */
export async function currentFeed(ops: Db): Promise<ProjectionFeed> {
  const known = await ops.collection<FeedDocument>('control').findOne({ _id: 'feed' });
  return known?.kind === 'kafka'
    ? { kind: 'kafka', topic: known.topic!, partitions: known.partitions! }
    : { kind: 'direct' };
}

/**
 * Makes a feed the live one. Its checkpoints begin at the previous feed's: events that all its partitions had passed are in the read
 * models, whichever partition delivers them now. Throws if a topic's number of partitions changed, because a stream's events would then be
 * in two partitions.
 */
export async function useFeed(ops: Db, checkpoints: Checkpoints, feed: ProjectionFeed): Promise<void> {
  const before = await currentFeed(ops);
  if (feed.kind === 'kafka' && before.kind === 'kafka' && feed.topic === before.topic && !isSameFeed(feed, before))
    throw new Error(
      `The topic ${feed.topic} had ${before.partitions} partitions and now has ${feed.partitions}. Streams would change their partition: please use a new topic.`,
    );
  // The process that last wrote the document may have died before it wrote the checkpoints.
  for (const earlier of [before, { kind: 'direct' } as const]) {
    if (isSameFeed(earlier, feed)) continue;
    const passed = (await checkpoints.wholeProgress(earlier)).passedByAll(checkpointsOf(earlier));
    if (comparePositions(passed, beforeAll) > 0)
      for (const partition of checkpointsOf(feed)) await checkpoints.raise(partition, passed);
  }
  await ops.collection<FeedDocument>('control').replaceOne({ _id: 'feed' }, feed, { upsert: true });
}
