import type { RecordedEvent, UndecodableEvent } from '@superscope/event-store/events/recorded-event';

export type FeedRecord = RecordedEvent | UndecodableEvent;

/** One batch of a partition, in that partition's order. */
export interface FeedBatch {
  partition: string;
  records: readonly FeedRecord[];
  /** Encoded position of the newest event or record seen: the checkpoint once the batch is written. */
  position: string;
  /** Only for Kafka: the offset of the record to read next. */
  offset?: string;
}

/** How far a feed is behind in one partition, as far as it knows. */
export interface Backlog {
  partition: string;
  events?: number;
  seconds?: number;
}

/**
 * Where a projector's events come from: `$all` itself (direct-feed.ts), or Kafka partitions that projectors share
 * (kafka-feed.ts). Order holds within a partition only. A batch may be delivered again; it is done once `handle` has resolved.
 */
export interface EventFeed {
  /**
   * Calls `handle` for one batch of a partition at a time, and for several partitions at once. Calls `onCaughtUp`
   * whenever no newer event is known.
   */
  start(handle: (batch: FeedBatch) => Promise<void>, onCaughtUp: () => void): Promise<void>;
  /** For the metrics. */
  backlog(): Promise<Backlog[]>;
  /** Waits for the batches in progress. */
  stop(): Promise<void>;
}
