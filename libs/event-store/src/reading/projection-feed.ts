import { partitionOf } from '../events/partition.js';
import { beforeAll, comparePositions, decodePosition, encodePosition, type Position } from '../events/position.js';

/**
 * How events reach the projectors: each follows `$all` by itself, or they share the partitions of a Kafka topic. Kept
 * as the document `feed` of `ops.control`, for code that must know which checkpoint covers a stream's events.
 */
export type ProjectionFeed = { kind: 'direct' } | { kind: 'kafka'; topic: string; partitions: number };

/** The one partition of a feed that follows `$all` itself. */
export const directPartition = 'all';

/** The id of a partition's checkpoint in `views.checkpoints`. */
export const kafkaPartition = (topic: string, partition: number): string => `${topic}-${partition}`;

/** The checkpoint that passes a position once the stream's event there is in the read models. */
export const checkpointOf = (feed: ProjectionFeed, stream: string): string =>
  feed.kind === 'direct' ? directPartition : kafkaPartition(feed.topic, partitionOf(stream, feed.partitions));

/** Every checkpoint of a feed. */
export const checkpointsOf = (feed: ProjectionFeed): string[] =>
  feed.kind === 'direct'
    ? [directPartition]
    : Array.from({ length: feed.partitions }, (_, partition) => kafkaPartition(feed.topic, partition));

export const isSameFeed = (a: ProjectionFeed, b: ProjectionFeed): boolean =>
  JSON.stringify(checkpointsOf(a)) === JSON.stringify(checkpointsOf(b));

/** How far the read models are, by checkpoint. Partitions have no order among each other, so there is no single position. */
export class Progress {
  private readonly positions = new Map<string, Position>();

  constructor(checkpoints: Iterable<{ _id: string; position: string }> = []) {
    for (const { _id, position } of checkpoints) this.raise(_id, decodePosition(position) ?? beforeAll);
  }

  /** Never goes back. */
  raise(checkpoint: string, to: Position): void {
    if (comparePositions(to, this.of(checkpoint)) > 0) this.positions.set(checkpoint, to);
  }

  of(checkpoint: string): Position {
    return this.positions.get(checkpoint) ?? beforeAll;
  }

  /** Whether an event of this position in the checkpoint's partition is in the read models. */
  includes(checkpoint: string, position: Position): boolean {
    return comparePositions(this.of(checkpoint), position) >= 0;
  }

  /** Whether it is at least as far as another one in every partition of that. */
  covers(other: Progress): boolean {
    return [...other.positions].every(([checkpoint, position]) => this.includes(checkpoint, position));
  }

  /** The furthest position of any partition. */
  furthest(): Position {
    return [...this.positions.values()].reduce((a, b) => (comparePositions(a, b) >= 0 ? a : b), beforeAll);
  }

  /** For comparing and for people. */
  toString(): string {
    return [...this.positions].map(([checkpoint, position]) => `${checkpoint} ${encodePosition(position)}`).join(', ');
  }

  /** A position that every one of these partitions has passed. */
  passedByAll(checkpoints: readonly string[]): Position {
    return checkpoints.map((each) => this.of(each)).reduce((a, b) => (comparePositions(a, b) <= 0 ? a : b));
  }
}
