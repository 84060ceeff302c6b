import { streamName, type Decision, type DomainEvent, type StreamDefinition } from '@superscope/domain/event';
import type { EventCodec, RawEvent } from './events/codec.js';
import { Connection, type ExpectedRevision, type ReadOptions } from './connection/connection.js';
import { assertUnchanged, changesNothing, continues, type Reading } from './appending/deciding.js';
import { ConflictError, TooLargeError, UndecodableEventError } from './connection/errors.js';
import { eventIdOf } from './appending/event-ids.js';
import { beforeAll, comparePositions, type Position } from './events/position.js';
import { maxRecentBytes, RecentStreams, type RecentStream } from './appending/recent-streams.js';
import { isUndecodable } from './events/recorded-event.js';
import type { CommandContext, RecordedEvent, UndecodableEvent } from './events/recorded-event.js';
import { storedEvents, type StoredEvent } from './reading/stored-events.js';
import { Subscription, type SubscribeToAll } from './reading/subscription.js';

/** Where a write ended. `revision` and `position` are those of its last event, or of the stream's last event if nothing was written. */
export interface Written {
  readonly stream: string;
  /** -1 for a stream without events. */
  readonly revision: bigint;
  readonly position: Position;
  /** Number of events that the command wrote, now or when it was first tried. */
  readonly events: number;
}

/** The server accepts 1 MiB in one append. The difference is room for ids, types and framing. */
const maxAppendBytes = 900 * 1024;
const conflictRetries = 3;

/** The system of record. Each process has only one, because the client's batch appends share state across instances. */
export class EventStore {
  private readonly subscriptions = new Set<Subscription>();
  private readonly recent = new RecentStreams();

  private constructor(
    private readonly connection: Connection,
    private readonly codec: EventCodec,
  ) {}

  /**
   * Returns a store that connects on first use. `url` is an `esdb://` connection string. `beginWait` is called whenever somebody waits for the
   * server, and what it returns, once that is over.
   */
  static connect(url: string, codec: EventCodec, beginWait?: () => () => void): EventStore {
    return new EventStore(new Connection(url, beginWait), codec);
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.connection.close();
  }

  /**
   * Appends events in one request. Throws ConflictError if the stream is not at the expected revision, and TooLargeError over 900 KiB.
   * While the event store is unavailable it retries with the same ids, which the store keeps once.
   */
  async append(
    stream: string,
    events: readonly DomainEvent[],
    options: { expectedRevision: ExpectedRevision; metadata: CommandContext; eventIds?: readonly string[] },
  ): Promise<Written> {
    const encoded = await this.encode(stream, events, options.metadata, 0);
    const bytes = encoded.reduce((sum, event) => sum + event.bytes, 0);
    if (bytes > maxAppendBytes) throw new TooLargeError(`An append to ${stream}`, bytes, maxAppendBytes);
    const ids = options.eventIds ?? events.map((_, i) => eventIdOf(options.metadata, stream, i));
    const written = await this.connection.append(stream, encoded, ids, options.expectedRevision);
    return { stream, ...written, events: events.length };
  }

  /** See Connection.serverVersion. */
  serverVersion(): Promise<string> {
    return this.connection.serverVersion();
  }

  /** The events of a stream in order; none if the stream does not exist. */
  async *read(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent | UndecodableEvent> {
    for await (const batch of this.connection.readStream(stream, options)) yield* await this.codec.decode(batch);
  }

  /** The current state of a stream. If the stream does not exist, `revision` is -1n and the state is the initial one. */
  async load<State, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    id: string,
  ): Promise<{ state: State; revision: bigint }> {
    const { state, revision } = await this.fold(definition, streamName(definition, id), null, {});
    return { state, revision };
  }

  /**
   * Loads one stream, decides, and appends the events. Decides again if another command wrote first (up to 3 times). A repeated command
   * gets its first answer, and a command that was interrupted midway is completed. Throws the decision's errors, and ConflictError.
   *
   * A short stream to which this process wrote recently is not read again: the append expects its revision and so detects other writes. No
   * command is refused or left unwritten without reading.
   *
   * A decision that changed nothing `asOf` a position is not repeated after later writes, because it must not undo them. Only a decision
   * that is right whatever else happened may skip unreadable events. A decision that is `basedOn` a revision writes nothing over a later
   * change of its record: it throws RecordChanged, unless it would change nothing.
   */
  async transact<State, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    id: string,
    decision: Decision<State, Event>,
    by: CommandContext,
    reading: Reading<State> = {},
  ): Promise<Written> {
    const stream = streamName(definition, id);
    const written = await this.transactUnread(definition, stream, decision, by, reading);
    if (written !== null) return written;
    for (let attempt = 0; ; attempt += 1) {
      const { position, written, stood, read, ...before } = await this.fold(definition, stream, by.commandId, reading);
      const { state, revision } = before;
      const last = written.at(-1);
      if (last !== undefined && last.metadata.bodyDigest !== by.bodyDigest) throw commandReused(stream);
      if (last !== undefined && written.length === last.metadata.of)
        return { stream, revision: last.revision, position: last.position, events: written.length };
      const events = decision(state);
      if (last !== undefined && !continues(events, written)) throw commandReused(stream);
      if (events.length === 0 || (last === undefined && stood !== null && changesNothing(decision, stood.state)))
        return { stream, revision, position, events: 0 };
      if (reading.basedOn != null) assertUnchanged(reading.basedOn, read, state);
      try {
        const { bytes, ...result } = await this.appendInOrder(stream, events, by, written.length, revision);
        if (last === undefined && !isRepeatable(by) && !reading.skipUnreadable)
          this.recent.keep(stream, definition, before, events, { ...by, ...result, bytes });
        return result;
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt >= conflictRetries) throw error;
      }
    }
  }

  /** Decides on the state after this process's last write; null if the stream must be read. */
  private async transactUnread<State, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    stream: string,
    decision: Decision<State, Event>,
    by: CommandContext,
    { asOf = null, basedOn = null }: Reading<State>,
  ): Promise<Written | null> {
    // What the record was at a revision, only reading shows.
    if (basedOn !== null) return null;
    const recent: RecentStream<State> | undefined = this.recent.take(stream);
    if (recent !== undefined && asOf !== null && comparePositions(recent.position, asOf) > 0) return null;
    if (recent === undefined || isRepeatable(by) || recent.commands.has(by.commandId)) return null;
    let events: Event[];
    try {
      events = decision(recent.state);
    } catch {
      return null;
    }
    if (events.length === 0) return null;
    try {
      const { bytes, ...result } = await this.appendInOrder(stream, events, by, 0, recent.revision);
      this.recent.keep(stream, definition, recent, events, { ...by, ...result, bytes });
      return result;
    } catch (error) {
      if (error instanceof ConflictError) return null;
      throw error;
    }
  }

  /** Starts a stream without reading it, for imports. It returns a conflict instead of throwing it, so that the caller can `transact`. */
  async appendNew<State, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    id: string,
    events: readonly Event[],
    by: CommandContext,
  ): Promise<Written | ConflictError> {
    try {
      const { bytes: _, ...result } = await this.appendInOrder(streamName(definition, id), events, by, 0, -1n);
      return result;
    } catch (error) {
      if (error instanceof ConflictError) return error;
      throw error;
    }
  }

  /** Creates the keys of many persons at once, before their first events are appended. */
  prepareKeys(personIds: readonly string[]): Promise<void> {
    return this.codec.prepareKeys(personIds);
  }

  /** Follows all events of the product until stopped. */
  subscribeToAll(options: SubscribeToAll): Subscription {
    const subscription = new Subscription(
      () => this.connection.client,
      (raw) => this.codec.decode(raw),
      options,
    );
    this.subscriptions.add(subscription);
    void subscription.done.catch(() => undefined).then(() => this.subscriptions.delete(subscription));
    return subscription;
  }

  /** All events from after a position up to the present, in batches, for rebuilds. */
  async *readAll(options: {
    from: Position | null;
    prefixes?: readonly string[];
    batchSize?: number;
  }): AsyncGenerator<(RecordedEvent | UndecodableEvent)[]> {
    const { from, prefixes, batchSize = 1000 } = options;
    const wanted = ({ streamId, type, position }: RawEvent) =>
      !type.startsWith('$') &&
      !streamId.startsWith('$') &&
      // A read includes the event at its start position.
      (from === null || comparePositions(position, from) > 0) &&
      (prefixes === undefined || prefixes.some((prefix) => streamId.startsWith(prefix)));
    for await (const batch of this.connection.readAll(from, batchSize)) {
      const events = batch.filter(wanted);
      if (events.length > 0) yield await this.codec.decode(events);
    }
  }

  /** All events up to now, with the bytes that the store holds, in batches. */
  stored(): AsyncGenerator<StoredEvent[]> {
    return storedEvents(this.connection.client);
  }

  /** Positions and times of at most `limit` of the log's newest events, newest first, in batches. */
  async *newest(
    limit: number,
    batchSize = 100,
  ): AsyncGenerator<{ stream: string; position: Position; created: Date }[]> {
    for await (const batch of this.connection.readNewest(limit, batchSize))
      yield batch.map(({ streamId, position, created }) => ({ stream: streamId, position, created }));
  }

  private async fold<State, Event extends DomainEvent>(
    definition: StreamDefinition<State, Event>,
    stream: string,
    commandId: string | null,
    { asOf = null, skipUnreadable = false, basedOn = null }: Reading<State>,
  ) {
    return this.connection.retrying(async () => {
      let state = definition.initial;
      /** The state at `asOf`, if events follow it. */
      let stood: { state: State } | null = null;
      /** The state at the revision that the decision is based on, if events follow it. */
      let read: { state: State } | null = null;
      let revision = -1n;
      let position: Position = beforeAll;
      const written: RecordedEvent[] = [];
      const commands = new Set<string>();
      let bytes = 0;
      for await (const batch of this.connection.readStream(stream, {}))
        for (const event of await this.codec.decode(batch)) {
          if (isUndecodable(event)) {
            if (!skipUnreadable) throw new UndecodableEventError(stream, event.revision, event.undecodable);
            ({ revision, position } = event);
            continue;
          }
          if (asOf !== null && comparePositions(event.position, asOf) > 0) stood ??= { state };
          if (basedOn !== null && event.revision > basedOn.revision) read ??= { state };
          if (event.metadata.commandId === commandId) written.push(event);
          // An interrupted command is decided again on the state that it was first decided on.
          else if (written.length === 0) state = definition.evolve(state, event as RecordedEvent & Event);
          ({ revision, position } = event);
          commands.add(event.metadata.commandId);
          if (bytes <= maxRecentBytes) bytes += JSON.stringify(event.data).length;
        }
      if (basedOn !== null && revision === BigInt(basedOn.revision)) read = { state };
      return { state, stood, read, revision, position, written, commands, bytes };
    });
  }

  /**
   * Appends a command's events from `first` on to a stream at `revision`, in as many appends as their size requires. `bytes` is the size of
   * their data.
   */
  private async appendInOrder(
    stream: string,
    events: readonly DomainEvent[],
    by: CommandContext,
    first: number,
    revision: bigint,
  ): Promise<Written & { bytes: number }> {
    const encoded = await this.encode(stream, events, by, first);
    let at: ExpectedRevision = revision < 0n ? 'no-stream' : revision;
    let result: { revision: bigint; position: Position } | undefined;
    for (let from = 0; from < encoded.length;) {
      let to = from;
      for (let bytes = 0; to < encoded.length && (bytes += encoded[to]!.bytes) <= maxAppendBytes;) to += 1;
      const ids = encoded.slice(from, to).map((_, i) => eventIdOf(by, stream, first + from + i));
      result = await this.connection.append(stream, encoded.slice(from, to), ids, at);
      at = result.revision;
      from = to;
    }
    if (result === undefined) throw new RangeError(`There is nothing to append to ${stream}.`);
    const bytes = encoded.reduce((sum, { data }) => sum + data.length, 0);
    return { stream, ...result, events: events.length, bytes };
  }

  private encode(stream: string, events: readonly DomainEvent[], by: CommandContext, first: number) {
    const metadata = events.map((_, index) => ({
      actor: by.actor,
      role: by.role,
      at: by.at,
      correlationId: by.correlationId,
      causationId: by.causationId ?? null,
      commandId: by.commandId,
      index,
      of: events.length,
      ...(by.bodyDigest !== undefined && { bodyDigest: by.bodyDigest }),
    }));
    return this.codec.encode(stream, events.slice(first), metadata.slice(first));
  }
}

/**
 * Whether clients may send the command again, to any process. The store acknowledges an append that it already holds, whatever was written
 * since, so only reading shows what was first written.
 */
const isRepeatable = (by: CommandContext): boolean => by.bodyDigest !== undefined;

const commandReused = (stream: string) =>
  new ConflictError('command-reused', stream, 'This request id was used before for something else.');
