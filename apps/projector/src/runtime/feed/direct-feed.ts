import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { encodePosition, type Position } from '@superscope/event-store/events/position';
import { directPartition } from '@superscope/event-store/reading/projection-feed';
import type { Subscription } from '@superscope/event-store/reading/subscription';
import type { Logger } from 'pino';
import { safeError } from '../writing/failures.js';
import type { Backlog, EventFeed, FeedBatch } from './event-feed.js';

/** Number of events in a full batch. After a full batch more events are waiting, so there is no pause. */
const batchSize = 1_000;
/**
 * Minimum time between the starts of two batches. A steady stream gathers into batches, which cost less for each event, while an event
 * after a pause is written at once.
 */
const apartMilliseconds = { few: 50, many: 300 };
const fewEvents = 20;

const amountOf = (events: number) => (events > fewEvents ? 'many' : 'few');

/** The projector's feed where there is no Kafka: it follows `$all` from its checkpoint. */
export class DirectFeed implements EventFeed {
  private subscription: Subscription | null = null;
  private readonly stopping = new AbortController();
  /** When the oldest unwritten event was stored; null while no newer event is known. */
  private behindSince: Date | null = null;
  private isCaughtUp = false;

  constructor(
    private readonly store: EventStore,
    private readonly from: Position | null,
    private readonly types: readonly string[],
    private readonly log: Logger,
    /**
     * Called when the feed has ended for good (the event store refuses the credentials). Nothing is projected any
     * more.
     */
    private readonly onEnded: () => void = () => {},
  ) {}

  start(handle: (batch: FeedBatch) => Promise<void>, onCaughtUp: () => void): Promise<void> {
    const deliver = async (batch: FeedBatch) => {
      // A handler fails only while an engine is away. The batch is delivered until it is written.
      for (let attempt = 0; !this.stopping.signal.aborted; attempt += 1) {
        try {
          const began = performance.now();
          this.behindSince = batch.records[0]?.created ?? this.behindSince;
          await handle(batch);
          if (this.isCaughtUp) this.behindSince = null;
          await gathered(batch.records.length, performance.now() - began);
          return;
        } catch (error) {
          if (this.stopping.signal.aborted) return;
          this.log.warn({ ...safeError(error), attempt }, 'a batch could not be written; retrying');
          await this.pause(Math.min(5_000, 100 * 2 ** attempt));
        }
      }
    };
    const gathered = async (events: number, took: number) => {
      const wait = apartMilliseconds[amountOf(events)] - took;
      if (events < batchSize && wait > 0 && !this.stopping.signal.aborted) await this.pause(wait);
    };
    this.subscription = this.store.subscribeToAll({
      from: this.from,
      types: this.types,
      batchSize,
      maxBufferedEvents: 4_000,
      onEvents: (records) =>
        deliver({ partition: directPartition, records, position: encodePosition(records.at(-1)!.position) }),
      onCheckpoint: (position) =>
        deliver({ partition: directPartition, records: [], position: encodePosition(position) }),
      onCaughtUp: () => {
        this.isCaughtUp = true;
        this.behindSince = null;
        onCaughtUp();
      },
      onInterrupted: (error) => this.log.warn({ err: error }, 'the event store went away; reconnecting'),
    });
    this.subscription.done.catch((error: unknown) => {
      this.log.fatal({ err: error }, 'the feed ended');
      this.onEnded();
    });
    return Promise.resolve();
  }

  backlog(): Promise<Backlog[]> {
    const seconds = this.behindSince === null ? 0 : (Date.now() - this.behindSince.getTime()) / 1000;
    return Promise.resolve([{ partition: directPartition, seconds: Math.max(0, seconds) }]);
  }

  /** Ends at once when the feed is stopped. */
  private async pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.subscription?.stop();
  }
}
