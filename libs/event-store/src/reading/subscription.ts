import { setTimeout as delay } from 'node:timers/promises';
import { AccessDeniedError, eventTypeFilter, START, streamNameFilter } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, AllStreamSubscription, EventStoreDBClient } from '@eventstore/db-client';
import { batchesOf } from './batches.js';
import type { RawEvent } from '../events/codec.js';
import type { Position } from '../events/position.js';
import type { RecordedEvent, UndecodableEvent } from '../events/recorded-event.js';
import { backOffMs } from '../connection/retry.js';

export interface SubscribeToAll<Event = RecordedEvent | UndecodableEvent> {
  /** Events after this position; null for all events. */
  from: Position | null;
  /** Only streams whose names start with one of these prefixes. */
  prefixes?: readonly string[];
  /** Only these event types. */
  types?: readonly string[];
  /** Awaited before the next batch. An error ends the subscription and rejects `done`. */
  onEvents: (batch: readonly Event[]) => Promise<void>;
  /** Called with a position up to which all events were seen, if the last ones did not match. A batch is its own checkpoint. */
  onCheckpoint?: (position: Position) => Promise<void> | void;
  /** Called when all existing events were delivered, and again after each reconnection. */
  onCaughtUp?: () => Promise<void> | void;
  /** Called when the connection was lost; the subscription then reconnects. */
  onInterrupted?: (error: unknown) => void;
  batchSize?: number;
  /** Maximum number of events read ahead of a slow handler. */
  maxBufferedEvents?: number;
}

type Item = AllStreamResolvedEvent | { checkpoint: Position } | { caughtUp: true };

class HandlerFailed extends Error {
  constructor(readonly error: unknown) {
    super('The handler failed.', { cause: error });
  }
}

const eventsPerCheckpoint = 1000;

/** Follows all events from a position until it is stopped. Reconnects after the last delivered event. */
export class Subscription<Event = RecordedEvent | UndecodableEvent> {
  /** Resolves once stopped; rejects when a handler threw or the event store refuses the credentials. */
  readonly done: Promise<void>;
  private stopped = false;
  private last: Position | null;
  private current: AllStreamSubscription | null = null;
  private readonly wake = new AbortController();

  constructor(
    private readonly client: () => EventStoreDBClient,
    /** Throws only if a retry may help. The batch is then read again. */
    private readonly decode: (raw: readonly RawEvent[]) => Promise<readonly Event[]>,
    private readonly options: SubscribeToAll<Event>,
  ) {
    this.last = options.from;
    this.done = this.run();
    // Avoids an unhandled rejection where nothing awaits `done`.
    this.done.catch(() => undefined);
  }

  /** Ends the subscription after the batch in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake.abort();
    this.current?.destroy();
    await this.done.catch(() => undefined);
  }

  private async run(): Promise<void> {
    for (let attempt = 0; !this.stopped; attempt += 1) {
      const before = this.last;
      try {
        await this.follow();
      } catch (error) {
        if (error instanceof HandlerFailed) throw error.error;
        if (error instanceof AccessDeniedError) throw error;
        if (!this.stopped) this.options.onInterrupted?.(error);
      }
      if (this.last !== before) attempt = 0;
      if (!this.stopped) await delay(backOffMs(attempt), null, { signal: this.wake.signal }).catch(() => undefined);
    }
  }

  private async follow(): Promise<void> {
    const subscription = this.connect();
    this.current = subscription;
    try {
      for await (const items of batchesOf<Item>(subscription, this.options.batchSize ?? 500)) {
        if (this.stopped) return;
        await this.deliver(items);
        if (this.stopped) return;
      }
    } finally {
      this.current = null;
      await subscription.unsubscribe().catch(() => undefined);
      // A stream that its own client cancelled neither ends nor closes by itself.
      subscription.destroy();
    }
  }

  private connect(): AllStreamSubscription {
    const { prefixes, types, maxBufferedEvents = 2000 } = this.options;
    // The client reports checkpoints and 'caught up' out of order: before the events that wait in its buffer were read.
    const progress = {
      checkpointInterval: 1,
      maxSearchWindow: eventsPerCheckpoint,
      checkpointReached: (to: AllStreamSubscription, checkpoint: Position) => void to.push({ checkpoint }),
    };
    const filter =
      prefixes !== undefined
        ? streamNameFilter({ prefixes: [...prefixes], ...progress })
        : types !== undefined
          ? eventTypeFilter({ prefixes: [...types], ...progress })
          : undefined;
    const subscription = this.client().subscribeToAll(
      { fromPosition: this.last ?? START, ...(filter && { filter }) },
      { highWaterMark: maxBufferedEvents },
    );
    subscription.on('caughtUp', () => void subscription.push({ caughtUp: true }));
    return subscription;
  }

  private async deliver(items: readonly Item[]): Promise<void> {
    let pending: RawEvent[] = [];
    let seen: Position | null = null;
    const flush = async () => {
      if (seen === null) return;
      const events = await this.decode(pending);
      const { onEvents, onCheckpoint } = this.options;
      const position = seen;
      await this.handle(async () => (events.length > 0 ? onEvents(events) : onCheckpoint?.(position)));
      this.last = position;
      pending = [];
      seen = null;
    };
    for (const item of items) {
      if ('caughtUp' in item) {
        await flush();
        await this.handle(async () => this.options.onCaughtUp?.());
      } else if ('checkpoint' in item) {
        seen = item.checkpoint;
      } else if (item.event !== undefined) {
        seen = item.event.position;
        if (this.isWanted(item.event.streamId, item.event.type)) pending.push(item.event);
      }
    }
    await flush();
  }

  private isWanted(stream: string, type: string): boolean {
    const { types } = this.options;
    return !stream.startsWith('$') && !type.startsWith('$') && (types === undefined || types.includes(type));
  }

  private async handle(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      throw new HandlerFailed(error);
    }
  }
}
