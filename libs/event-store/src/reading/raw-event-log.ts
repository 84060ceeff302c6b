import type { RawEvent } from '../events/codec.js';
import { Connection } from '../connection/connection.js';
import { storedEvents, type StoredEvent } from './stored-events.js';
import { Subscription, type SubscribeToAll } from './subscription.js';

/** The log of all events as stored. Nothing is decoded, so no keys are needed. */
export class RawEventLog {
  private readonly connection: Connection;
  private readonly subscriptions = new Set<Subscription<RawEvent>>();

  /** Connects on first use. `url` is an `esdb://` connection string. */
  constructor(url: string) {
    this.connection = new Connection(url);
  }

  /** Follows all events of the product until stopped. */
  follow(options: SubscribeToAll<RawEvent>): Subscription<RawEvent> {
    const subscription = new Subscription<RawEvent>(
      () => this.connection.client,
      (raw) => Promise.resolve(raw),
      options,
    );
    this.subscriptions.add(subscription);
    void subscription.done.catch(() => undefined).then(() => this.subscriptions.delete(subscription));
    return subscription;
  }

  /** See Connection.serverVersion. */
  serverVersion(): Promise<string> {
    return this.connection.serverVersion();
  }

  /** Whether a stream holds this event at this revision. */
  async has(stream: string, revision: bigint, id: string): Promise<boolean> {
    for await (const [event] of this.connection.readStream(stream, { from: revision, limit: 1 }))
      return event?.id === id && event.revision === revision;
    return false;
  }

  /** All events of the product up to now, with the bytes that the store holds, in batches. */
  stored(): AsyncGenerator<StoredEvent[]> {
    return storedEvents(this.connection.client);
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.connection.close();
  }
}
