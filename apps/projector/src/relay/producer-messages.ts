import type { RelayMessage } from './runs.js';

/** Requests of the relay to the thread that talks to Kafka, one at a time. The thread first sends `connected` without a request. */
export type ProducerRequest = { kind: 'send'; messages: RelayMessage[] } | { kind: 'close' };

export type ProducerReply =
  | { kind: 'connected' }
  /** Offset of the first record in each partition that was written to. */
  | { kind: 'sent'; baseOffsets: Map<number, bigint> }
  | { kind: 'failed'; error: Error }
  | { kind: 'log'; level: 'debug' | 'warn'; detail: object; message: string };
