import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { encodePosition, type Position } from '@superscope/event-store/position';
import type { Subscription } from '@superscope/event-store/subscription';
import type { Logger } from 'pino';
import type { EventFeed, FeedBatch } from './event-feed.js';

/** The one partition of a feed that follows `$all` itself. */
export const directPartition = 'all';

/** Events of a full batch: more are waiting, so there is nothing to gather. */
const batchSize = 1_000;
/**
 * After a batch that was not full the feed rests: the first event after a rest passes at once, while a stream of them gathers into
 * batches whose writes cost little each. The longer a write took, the more is worth gathering for the next.
 */
const shortestRestMilliseconds = 50;
const longestRestMilliseconds = 400;
const restsPerWrite = 4;

/** The projector's feed where there is no Kafka: it follows `$all` from its checkpoint. */
export class DirectFeed implements EventFeed {
  private subscription: Subscription | null = null;
  private stopped = false;

  constructor(
    private readonly store: EventStore,
    private readonly from: Position | null,
    private readonly types: readonly string[],
    private readonly log: Logger,
    /** The feed ended for good (the event store refuses the credentials): nothing will be projected any more. */
    private readonly onEnded: () => void = () => {},
  ) {}

  start(handle: (batch: FeedBatch) => Promise<void>, onCaughtUp: () => void): Promise<void> {
    const deliver = async (batch: FeedBatch) => {
      // A handler fails only where an engine is away: the batch is delivered until it is written.
      for (let attempt = 0; !this.stopped; attempt += 1) {
        try {
          const began = performance.now();
          await handle(batch);
          if (batch.records.length < batchSize) await rest(performance.now() - began);
          return;
        } catch (error) {
          this.log.warn({ err: error, attempt }, 'a batch could not be written; it is tried again');
          await delay(Math.min(5_000, 100 * 2 ** attempt));
        }
      }
    };
    const rest = async (written: number) => {
      const wait = Math.min(longestRestMilliseconds, Math.max(shortestRestMilliseconds, written * restsPerWrite));
      if (!this.stopped) await delay(wait);
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
      onCaughtUp,
      onInterrupted: (error) => this.log.warn({ err: error }, 'the event store went away; reconnecting'),
    });
    this.subscription.done.catch((error: unknown) => {
      this.log.fatal({ err: error }, 'the feed ended');
      this.onEnded();
    });
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.subscription?.stop();
  }
}
