import { ANY, BACKWARDS, END, EventStoreDBClient, FORWARDS, NO_STREAM, START } from '@eventstore/db-client';
import { StreamNotFoundError, WrongExpectedVersionError } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import { batchesOf } from '../reading/batches.js';
import { AppendClient } from '../appending/append-client.js';
import type { EncodedEvent, RawEvent } from '../events/codec.js';
import { ConflictError, EventStoreFullError } from './errors.js';
import { beforeAll, type Position } from '../events/position.js';
import { isFull, isStuck, retrying } from './retry.js';

export type ExpectedRevision = 'no-stream' | 'any' | bigint;

export interface ReadOptions {
  /** First revision to read. */
  from?: bigint;
  direction?: 'forwards' | 'backwards';
  limit?: number;
}

/** How long a read or write retries while the event store is unavailable. It is longer than a restart takes. */
const patienceMs = 15_000;
const readBatch = 500;

/**
 * Wraps the event store's client: retries while the store is unavailable, and works around the client's bugs. Events are encoded by the
 * codec.
 */
export class Connection {
  private current: EventStoreDBClient;
  private readonly appends: AppendClient;
  private readonly abandoned: EventStoreDBClient[] = [];

  constructor(
    private readonly url: string,
    private readonly beginWait: () => () => void = () => () => {},
  ) {
    this.current = EventStoreDBClient.connectionString(url);
    this.appends = new AppendClient(url);
  }

  get client(): EventStoreDBClient {
    return this.current;
  }

  /** The version that the server says it has, such as `24.10.14`; the embedded one's ends with `-embedded`. */
  async serverVersion(): Promise<string> {
    return (await this.current['capabilities']).serverVersion;
  }

  async close(): Promise<void> {
    await Promise.all([this.appends.close(), ...[this.current, ...this.abandoned].map((client) => client.dispose())]);
  }

  /** Appends in one request. Throws ConflictError and EventStoreFullError. An append that is repeated with the same ids is kept once. */
  async append(
    stream: string,
    encoded: readonly EncodedEvent[],
    ids: readonly string[],
    expected: ExpectedRevision,
  ): Promise<{ revision: bigint; position: Position }> {
    const expectedRevision = expected === 'no-stream' ? NO_STREAM : expected === 'any' ? ANY : expected;
    const endOfWait = this.beginWait();
    try {
      const append = () => this.appends.append(stream, encoded, ids, expectedRevision);
      const { nextExpectedRevision: revision, position } = await retrying(append, patienceMs);
      // A server may leave the position out for events that it already has.
      return { revision, position: position ?? (await this.positionOf(stream, revision)) };
    } catch (error) {
      if (isFull(error)) throw new EventStoreFullError(error);
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      throw new ConflictError('stream-moved', stream, `Stream ${stream} was written to by others.`);
    } finally {
      endOfWait();
    }
  }

  /** A stream's events in batches; none if the stream does not exist. */
  async *readStream(stream: string, { from, direction, limit }: ReadOptions): AsyncGenerator<RawEvent[]> {
    const backwards = direction === 'backwards';
    const read = this.current.readStream(
      stream,
      {
        fromRevision: from ?? (backwards ? END : START),
        direction: backwards ? BACKWARDS : FORWARDS,
        ...(limit !== undefined && { maxCount: limit }),
      },
      { highWaterMark: readBatch },
    );
    try {
      for await (const batch of this.awaited(batchesOf<ResolvedEvent>(read, readBatch)))
        yield batch.flatMap(({ event }) => (event === undefined ? [] : [event as RawEvent]));
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    } finally {
      if (!read.readableEnded) await read.cancel().catch(() => undefined);
    }
  }

  /** All events from a position on, including the event at the position, in batches. */
  readAll(from: Position | null, batchSize: number): AsyncGenerator<RawEvent[]> {
    const read = this.current.readAll({ fromPosition: from ?? START }, { highWaterMark: batchSize * 2 });
    return this.awaited(eventsOf(read, batchSize));
  }

  /** The newest events of the log, newest first, in batches. */
  readNewest(limit: number, batchSize: number): AsyncGenerator<RawEvent[]> {
    const asked = { direction: BACKWARDS, fromPosition: END, maxCount: limit } as const;
    return this.awaited(eventsOf(this.current.readAll(asked, { highWaterMark: batchSize * 2 }), batchSize));
  }

  /** Repeats a read while the event store is unavailable. Throws EventStoreUnavailableError if it stays so. */
  retrying<Result>(action: () => Promise<Result>): Promise<Result> {
    const client = this.current;
    let endOfWait = () => {};
    const tried = () => {
      endOfWait();
      return action();
    };
    return retrying(tried, patienceMs, (error) => {
      endOfWait = this.beginWait();
      if (!isStuck(error) || this.current !== client) return;
      // The old client stays until the end. Disposing of it would silence its subscriptions, which notice the outage by themselves.
      this.abandoned.push(client);
      this.current = EventStoreDBClient.connectionString(this.url);
    });
  }

  /** The same batches. The wait for one ends when it is there, and not when the reader is done with it. */
  private async *awaited<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    let endOfWait = this.beginWait();
    try {
      for await (const batch of batches) {
        endOfWait();
        yield batch;
        endOfWait = this.beginWait();
      }
    } finally {
      endOfWait();
    }
  }

  private async positionOf(stream: string, revision: bigint): Promise<Position> {
    for await (const [event] of this.readStream(stream, { from: revision, limit: 1 })) if (event) return event.position;
    return beforeAll;
  }
}

async function* eventsOf(
  read: ReturnType<EventStoreDBClient['readAll']>,
  batchSize: number,
): AsyncGenerator<RawEvent[]> {
  try {
    for await (const batch of batchesOf<AllStreamResolvedEvent>(read, batchSize))
      yield batch.flatMap(({ event }) => (event === undefined ? [] : [event as RawEvent]));
  } finally {
    if (!read.readableEnded) await read.cancel().catch(() => undefined);
  }
}
