import { partitionOf } from '../events/partition.js';
import { beforeAll, comparePositions, decodePosition, encodePosition, type Position } from '../events/position.js';

/**
 * How events reach the projectors: each one follows `$all` itself, or they share the partitions of a Kafka topic. It is stored as the
 * document `feed` of `ops.control`, for code that must know which checkpoint covers a stream's events.
 */
export type ProjectionFeed = { kind: 'direct' } | { kind: 'kafka'; topic: string; partitions: number };

/** The only partition of a feed that follows `$all`. */
export const directPartition = 'all';

/** The id of a partition's checkpoint in `views.checkpoints`. */
export const kafkaPartition = (topic: string, partition: number): string => `${topic}-${partition}`;

/** The checkpoint for a stream. Once it passes an event's position, the event is in the read models. */
export const checkpointOf = (feed: ProjectionFeed, stream: string): string =>
  feed.kind === 'direct' ? directPartition : kafkaPartition(feed.topic, partitionOf(stream, feed.partitions));

/** Every checkpoint of a feed. */
export const checkpointsOf = (feed: ProjectionFeed): string[] =>
  feed.kind === 'direct'
    ? [directPartition]
    : Array.from({ length: feed.partitions }, (_, partition) => kafkaPartition(feed.topic, partition));

export const isSameFeed = (a: ProjectionFeed, b: ProjectionFeed): boolean =>
  JSON.stringify(checkpointsOf(a)) === JSON.stringify(checkpointsOf(b));

interface StoredProgress {
  _id: string;
  position: string;
  deferredPosition?: string;
}

/** The progress of deferred rows, which are written after everything else (`CheckpointDocument`). */
export const deferredProgress = (checkpoints: Iterable<StoredProgress>): Progress =>
  new Progress([...checkpoints].map((each) => ({ _id: each._id, position: each.deferredPosition ?? each.position })));

/** How far the read models are, by checkpoint. Partitions have no common order, so there is no single position. */
export class Progress {
  private readonly positions = new Map<string, Position>();

  constructor(checkpoints: Iterable<{ _id: string; position: string }> = []) {
    for (const { _id, position } of checkpoints) this.raise(_id, decodePosition(position) ?? beforeAll);
  }

  /** Raises a checkpoint. A checkpoint never goes back. */
  raise(checkpoint: string, to: Position): void {
    if (comparePositions(to, this.of(checkpoint)) > 0) this.positions.set(checkpoint, to);
  }

  of(checkpoint: string): Position {
    return this.positions.get(checkpoint) ?? beforeAll;
  }

  /** Whether the read models have applied an event at this position of the checkpoint's partition. */
  includes(checkpoint: string, position: Position): boolean {
    return comparePositions(this.of(checkpoint), position) >= 0;
  }

  /** Whether this progress is at least as far as `other` in each of `other`'s partitions. */
  covers(other: Progress): boolean {
    return [...other.positions].every(([checkpoint, position]) => this.includes(checkpoint, position));
  }

  /** The furthest position of any partition. */
  furthest(): Position {
    return [...this.positions.values()].reduce((a, b) => (comparePositions(a, b) >= 0 ? a : b), beforeAll);
  }

  /** For comparisons and for people. */
  toString(): string {
    return [...this.positions].map(([checkpoint, position]) => `${checkpoint} ${encodePosition(position)}`).join(', ');
  }

  /** The newest position that each of these partitions has passed. */
  passedByAll(checkpoints: readonly string[]): Position {
    return checkpoints.map((each) => this.of(each)).reduce((a, b) => (comparePositions(a, b) <= 0 ? a : b));
  }
}
