import type { RecordedEvent, UndecodableEvent } from '@superscope/event-store/recorded-event';

export type FeedRecord = RecordedEvent | UndecodableEvent;

/** One batch of a partition, in that partition's order. */
export interface FeedBatch {
  partition: string;
  records: readonly FeedRecord[];
  /** Encoded position of the newest thing seen, records or not: the checkpoint once the batch is written. */
  position: string;
}

/**
 * Where a projector's events come from: `$all` itself (direct-feed.ts), or Kafka partitions. Order holds within a partition
 * only. A batch may be delivered again; it is done once `handle` has resolved.
 */
export interface EventFeed {
  /** Calls `handle` for one batch of a partition at a time, and `onCaughtUp` whenever nothing newer is known. */
  start(handle: (batch: FeedBatch) => Promise<void>, onCaughtUp: () => void): Promise<void>;
  /** Waits for the batch in progress. */
  stop(): Promise<void>;
}
