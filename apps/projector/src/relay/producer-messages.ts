import type { RelayMessage } from './runs.js';

/** What the relay asks of the thread that talks to Kafka; one request at a time. It answers `connected` first, unasked. */
export type ProducerRequest = { kind: 'send'; messages: RelayMessage[] } | { kind: 'close' };

export type ProducerReply =
  | { kind: 'connected' }
  /** By partition that was written to: the offset of its first record. */
  | { kind: 'sent'; baseOffsets: Map<number, bigint> }
  | { kind: 'failed'; error: Error }
  | { kind: 'log'; level: 'debug' | 'warn'; detail: object; message: string };
