import { groupBy } from '@superscope/domain/group-by';
import type { EventStore } from '@superscope/event-store/event-store';
import { beforeAll, comparePositions, decodePosition, encodePosition } from '@superscope/event-store/events/position';
import { partitionOf } from '@superscope/event-store/events/partition';
import { kafkaPartition } from '@superscope/event-store/reading/projection-feed';
import { completeUpTo, deferredOf, type Checkpoints } from '../operations/checkpoints.js';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { FeedBatch } from './event-feed.js';

/** The offsets of a partition: of its oldest record, and of the next record to come. */
export interface Held {
  low: bigint;
  high: bigint;
}

/** Where to start reading a partition. */
export interface Beginning {
  partition: number;
  offset: bigint;
  /** Whether the read models lack events that the topic no longer holds. */
  isGap: boolean;
}

/**
 * The start follows from the read models, not from the offsets that the group committed, so that read models that were dropped or restored
 * start at their own checkpoint. Records that the topic no longer holds (because of its retention, or a new topic) are a gap.
 */
export function beginningOf(partition: number, checkpoint: Pick<CheckpointDocument, 'offset'>, held: Held): Beginning {
  const next = BigInt(checkpoint.offset ?? '0');
  const isGap = next < held.low || next > held.high;
  return { partition, offset: isGap ? held.low : next, isGap };
}

/** The first record of which something may be missing: of the records' deferred rows, or of everything else. */
export function unreadOf(checkpoint: CheckpointDocument): Pick<CheckpointDocument, 'offset'> {
  const offsets = [checkpoint.offset, deferredOf(checkpoint).deferredOffset].map((offset) => BigInt(offset ?? '0'));
  return { offset: String(offsets.reduce((a, b) => (a < b ? a : b))) };
}

export interface GapParts {
  store: Pick<EventStore, 'readAll'>;
  checkpoints: Checkpoints;
  topic: string;
  partitions: number;
  /** Event types that some projection handles. */
  types: ReadonlySet<string>;
  handle: (batch: FeedBatch) => Promise<void>;
}

/**
 * Reads the events that a topic no longer holds from the event store, up to the present. The records that follow are
 * then dropped up to that position. Each gap names the offset from which its partition is read afterwards.
 */
export async function fillGaps(parts: GapParts, gaps: ReadonlyMap<number, bigint>): Promise<void> {
  const { store, checkpoints, topic, partitions, types, handle } = parts;
  const reached = new Map<number, string>();
  let oldest = null;
  for (const partition of gaps.keys()) {
    const complete = completeUpTo(await checkpoints.read(kafkaPartition(topic, partition)));
    reached.set(partition, complete);
    const at = decodePosition(complete) ?? beforeAll;
    if (oldest === null || comparePositions(at, oldest) < 0) oldest = at;
  }
  const from = oldest === null || comparePositions(oldest, beforeAll) === 0 ? null : oldest;
  for await (const batch of store.readAll({ from })) {
    const wanted = batch.filter(({ type }) => types.has(type));
    for (const [partition, records] of groupBy(wanted, ({ stream }) => partitionOf(stream, partitions))) {
      if (!gaps.has(partition)) continue;
      const position = encodePosition(records.at(-1)!.position);
      reached.set(partition, position);
      await handle({ partition: kafkaPartition(topic, partition), records, position });
    }
  }
  // The offset comes last. With an earlier one, a projector that dies in between would begin behind the rest of the gap.
  for (const [partition, offset] of gaps) {
    const position = reached.get(partition)!;
    await handle({ partition: kafkaPartition(topic, partition), records: [], position, offset: String(offset) });
  }
}
