import { groupBy } from '@superscope/domain/group-by';
import type { EventStore } from '@superscope/event-store/event-store';
import { beforeAll, comparePositions, decodePosition, encodePosition } from '@superscope/event-store/events/position';
import { partitionOf } from '@superscope/event-store/events/partition';
import { kafkaPartition } from '@superscope/event-store/reading/projection-feed';
import type { Checkpoints } from '../operations/checkpoints.js';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import type { FeedBatch } from './event-feed.js';

/** What a partition holds: the oldest record's offset, and that of the next one to come. */
export interface Held {
  low: bigint;
  high: bigint;
}

/** Where to read a partition from. */
export interface Beginning {
  partition: number;
  offset: bigint;
  /** The topic does not hold all that the read models lack. */
  isGap: boolean;
}

/**
 * Where the read models stand says where to begin, not what the group committed: read models that were dropped or restored begin
 * where they are. What the topic held once and holds no more (its retention, a topic made anew) is a gap.
 */
export function beginningOf(partition: number, checkpoint: Pick<CheckpointDocument, 'offset'>, held: Held): Beginning {
  const next = BigInt(checkpoint.offset ?? '0');
  const isGap = next < held.low || next > held.high;
  return { partition, offset: isGap ? held.low : next, isGap };
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
 * Brings the read models what a topic no longer holds, from the event store itself, up to the present: the records that follow
 * are then dropped up to there. Each gap names the offset from which its partition is read afterwards.
 */
export async function fillGaps(parts: GapParts, gaps: ReadonlyMap<number, bigint>): Promise<void> {
  const { store, checkpoints, topic, partitions, types, handle } = parts;
  const reached = new Map<number, string>();
  let oldest = null;
  for (const partition of gaps.keys()) {
    const { position } = await checkpoints.read(kafkaPartition(topic, partition));
    reached.set(partition, position);
    const at = decodePosition(position) ?? beforeAll;
    if (oldest === null || comparePositions(at, oldest) < 0) oldest = at;
  }
  const from = oldest === null || comparePositions(oldest, beforeAll) === 0 ? null : oldest;
  const deliver = async (partition: number, records: FeedBatch['records']) => {
    const position = records.length > 0 ? encodePosition(records.at(-1)!.position) : reached.get(partition)!;
    reached.set(partition, position);
    const offset = String(gaps.get(partition));
    await handle({ partition: kafkaPartition(topic, partition), records, position, offset });
  };
  for await (const batch of store.readAll({ from })) {
    const wanted = batch.filter(({ type }) => types.has(type));
    for (const [partition, records] of groupBy(wanted, ({ stream }) => partitionOf(stream, partitions)))
      if (gaps.has(partition)) await deliver(partition, records);
  }
  // Also where there was nothing to bring: it is known now.
  for (const partition of gaps.keys()) await deliver(partition, []);
}
