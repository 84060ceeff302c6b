import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient, type AppendResult } from '@eventstore/db-client';
import type { AppendExpectedRevision } from '@eventstore/db-client';
import { AppendWindow } from './append-window.js';
import type { EncodedEvent } from '../events/codec.js';
import { jsonBytesEvent } from '../events/json-bytes-event.js';
import { answered, answerWithinMs, isPassing, isStuck } from '../connection/retry.js';

/**
 * A client ends within a turn or two of the event loop. If the server closed its stream cleanly, the client waits for an end that never
 * comes.
 */
const endWithinMs = 1_000;

/**
 * A separate client for appends, so that a broken connection fails all of them at once and their callers know. There
 * is one per process: the library keeps the pending appends of all instances in one place, and the end of one
 * instance rejects the appends of all.
 */
export class AppendClient {
  private client: EventStoreDBClient;
  private readonly window: AppendWindow;
  private ending: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly patienceMs = answerWithinMs,
  ) {
    this.client = this.connect();
    this.window = new AppendWindow(() => appendStreamOf(this.client));
  }

  /** One append, tried once. Throws the client's error, or NoAnswerError. */
  append(
    stream: string,
    encoded: readonly EncodedEvent[],
    ids: readonly string[],
    expectedRevision: AppendExpectedRevision,
  ): Promise<AppendResult> {
    return this.window.run(
      async () => {
        const client = await this.settledClient();
        // The events are created for each try, because such an event can be appended only once.
        const events = encoded.map((event, i) => jsonBytesEvent(event, ids[i]!));
        try {
          return await answered(client.appendToStream(stream, events, { expectedRevision }), this.patienceMs);
        } catch (error) {
          if (isStuck(error)) this.replace(client);
          throw error;
        }
      },
      (error) => !isPassing(error),
    );
  }

  async close(): Promise<void> {
    await ended(await this.settledClient());
  }

  /** The client, once its predecessor has ended. */
  private async settledClient(): Promise<EventStoreDBClient> {
    for (let waitedFor: Promise<void> | null = null; waitedFor !== this.ending;) {
      waitedFor = this.ending;
      await waitedFor;
    }
    return this.client;
  }

  private connect(): EventStoreDBClient {
    // `throwOnAppendFailure` stays on: without it the client returns a wrong revision for batch appends.
    return survivingLateAnswers(EventStoreDBClient.connectionString(this.url));
  }

  /** Ends a stuck client before another begins. If it ended later, it would reject the other client's appends together with its own. */
  private replace(stuck: EventStoreDBClient): void {
    if (this.client !== stuck) return;
    this.client = this.connect();
    this.ending = ended(stuck);
  }
}

const ended = (client: EventStoreDBClient): Promise<void> =>
  Promise.race([client.dispose().catch(() => undefined), delay(endWithinMs, undefined, { ref: false })]);

/**
 * The end of one client rejects the pending appends of all. If an answer to one of them still arrives, the library throws a TypeError out
 * of the stream's listener, which would end the process. Its caller has repeated the append with the same ids, so the answer is dropped.
 */
function survivingLateAnswers(client: EventStoreDBClient): EventStoreDBClient {
  // Fields that the client's types hide. They are optional, because a later version of the library may lack them.
  const hidden = client as unknown as { GRPCStreamCreator?: (...args: unknown[]) => () => Promise<Duplex> };
  const create = hidden.GRPCStreamCreator;
  if (create === undefined) return client;
  const guarded = new WeakSet<Duplex>();
  hidden.GRPCStreamCreator = (...args) => {
    const open = create(...args);
    return async () => {
      const stream = await open();
      if (!guarded.has(stream)) guard(stream);
      guarded.add(stream);
      return stream;
    };
  };
  return client;
}

function guard(stream: Duplex): void {
  const emit = stream.emit.bind(stream);
  stream.emit = (name: string | symbol, ...args: unknown[]) => {
    try {
      return emit(name, ...args);
    } catch (error) {
      if (name === 'data' && error instanceof TypeError) return true;
      throw error;
    }
  };
}

/**
 * The stream over which a client sends appends, from a field that its types hide. Null before the first append, and if the client keeps its
 * streams elsewhere. Appends are then limited as on a stream without an answer.
 */
function appendStreamOf(client: EventStoreDBClient): Duplex | null {
  const { disposableStreams } = client as unknown as { disposableStreams?: Iterable<unknown> };
  for (const stream of disposableStreams ?? []) if (stream instanceof Duplex) return stream;
  return null;
}
