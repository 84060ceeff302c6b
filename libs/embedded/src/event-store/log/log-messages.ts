/** Messages between the gRPC thread and the store's thread. Positions and revisions are whole numbers below 2^53. */

export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | number;

export type ProposedEvent = {
  /** 16 bytes. */
  id: Uint8Array;
  type: string;
  isJson: boolean;
  metadata: Uint8Array;
  data: Uint8Array;
};

export type AppendRequest = {
  stream: string;
  expected: ExpectedRevision;
  events: ProposedEvent[];
  /** Unix ms after which nothing is written; Infinity without a deadline. */
  deadline: number;
};

export type AppendOutcome =
  /** `revision` is the stream's last after this append (-1: still no stream), `position` that of its last event (null: no events given). */
  | { kind: 'appended'; revision: number; position: number | null; isNew: boolean }
  /** `current` is the stream's last revision, -1 for no stream. */
  | { kind: 'conflict'; current: number }
  | { kind: 'expired' }
  | { kind: 'failed'; isFull: boolean; message: string };

export type EventFilter = { on: 'stream' | 'type'; prefixes: string[] };

export type ReadQuery = {
  /** Null reads every stream, in the order of positions. */
  stream: string | null;
  /** Inclusive revision or position. Reading every stream backwards excludes it, as in EventStoreDB. */
  from: number;
  /** Last revision or position to read (forwards only). */
  until: number;
  backwards: boolean;
  limit: number;
  filter: EventFilter | null;
};

export type ReadPage = {
  /** Encoded `ReadResp` messages in sequence. Message i ends at `ends[i]`, and its event is at `positions[i]`. */
  frames: Uint8Array;
  ends: number[];
  positions: number[];
  /** Where the next page starts. */
  resume: number;
  /** Whether the end of the stream or log is reached, rather than only `until` or `limit`. */
  isEnd: boolean;
  /** The stream's last revision, -1 when it has no events; for every stream, the last position. */
  last: number;
};

export type LogOptions = { file: string; maxBytes: number | null };

export type LogRequest =
  | { call: number; kind: 'append'; requests: AppendRequest[] }
  | { call: number; kind: 'read'; query: ReadQuery }
  | { call: number; kind: 'close' };

export type LogReply =
  | { kind: 'opened'; head: number }
  | { kind: 'not-opened'; message: string }
  | { kind: 'done'; call: number; result: AppendOutcome[] | ReadPage | null; head: number }
  | { kind: 'error'; call: number; message: string };
