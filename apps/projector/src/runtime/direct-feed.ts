import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { encodePosition, type Position } from '@superscope/event-store/position';
import type { Subscription } from '@superscope/event-store/subscription';
import type { Logger } from 'pino';
import type { EventFeed, FeedBatch } from './event-feed.js';

/** The one partition of a feed that follows `$all` itself. */
export const directPartition = 'all';

/**
 * A batch begins at the earliest this long after the one before: the first event after a rest passes at once, while a stream of
 * them gathers into batches whose writes cost little each.
 */
const gatherMilliseconds = 100;

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
    let next = 0;
    const deliver = async (batch: FeedBatch) => {
      // A handler fails only where an engine is away: the batch is delivered until it is written.
      for (let attempt = 0; !this.stopped; attempt += 1) {
        try {
          await handle(batch);
          await gathered();
          return;
        } catch (error) {
          this.log.warn({ err: error, attempt }, 'a batch could not be written; it is tried again');
          await delay(Math.min(5_000, 100 * 2 ** attempt));
        }
      }
    };
    const gathered = async () => {
      const wait = next - performance.now();
      if (wait > 0 && !this.stopped) await delay(wait);
      next = performance.now() + gatherMilliseconds;
    };
    this.subscription = this.store.subscribeToAll({
      from: this.from,
      types: this.types,
      batchSize: 1_000,
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
