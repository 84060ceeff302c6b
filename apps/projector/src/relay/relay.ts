import { setTimeout as delay } from 'node:timers/promises';
import type { RawEvent } from '@superscope/event-store/events/codec';
import { encodePosition, type Position } from '@superscope/event-store/events/position';
import type { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { makeKafka } from '../kafka/kafka-client.js';
import type { KafkaSettings } from '../kafka/kafka-settings.js';
import { messageOf } from '../kafka/record.js';
import { Lease, type Held, type LeaseTimes } from '@superscope/event-store/leases/lease';
import { RelayCheckpoint, type RelayStart } from './relay-checkpoint.js';
import { RelayProducer } from './relay-producer.js';
import { bytesOf, runsOf, type RelayMessage } from './runs.js';
import { forgetOffsets } from '../runtime/feed/current-feed.js';
import { requireOwnTopic } from './topic-origin.js';
import { checkTopic, UnfitTopicError } from '../kafka/topics.js';

export interface RelayParts {
  events: RawEventLog;
  ops: Db;
  settings: KafkaSettings;
  log: Logger;
  /** Counts events for the metrics. */
  onRelayed?: (events: number) => void;
  leaseTimes?: LeaseTimes;
}

interface Item {
  event: RawEvent;
  message: RelayMessage;
}

/** Enough events to make a request's round trip small compared with the work on its records. */
const eventsPerBatch = 1_000;
/** An event of snapshots takes some 60 KB. Memory holds this many events and those being sent. */
const eventsReadAhead = 2_000;
const topicCheckEveryMs = 1_000;

/** Ends a relay's turn, because nothing may be sent after a run that was not sent. */
class LeaseLostError extends Error {}

/**
 * Sends every event of the event store to Kafka, as stored. One of several relays is active, by a lease; the others wait.
 *
 * Nothing is lost or out of order, even if relays die, repeat themselves or run at the same time. A relay sends a run of events only after
 * all earlier runs were acknowledged, and starts from a checkpoint of acknowledged events. So when an event is written to a partition, all
 * earlier events of that partition are already in it, whichever relay wrote them. Read from the start, events first appear in their order.
 * A repeated event is at or below the newest position seen, so consumers drop it. The lease only avoids repetition.
 */
export class Relay {
  /** Resolves once stopped; rejects with an error that the relay cannot overcome by itself. */
  readonly done: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly checkpoint: RelayCheckpoint;
  private finish!: (outcome: Promise<void>) => void;
  private started = false;
  private active = false;
  private caughtUp = false;
  private oldestPending: Date | null = null;

  constructor(private readonly parts: RelayParts) {
    this.checkpoint = new RelayCheckpoint(parts.ops, parts.settings.topic);
    this.done = new Promise((resolve) => (this.finish = resolve));
    // Avoids an unhandled rejection where nothing awaits `done`.
    this.done.catch(() => undefined);
  }

  /** Waits for Kafka, checks the topic, records Kafka as the projectors' feed, and begins. Throws UnfitTopicError. */
  async start(): Promise<void> {
    const { ops, settings } = this.parts;
    await this.checkedTopic({ first: true });
    const { topic, partitions } = settings;
    await ops
      .collection<{ _id: 'feed' }>('control')
      .replaceOne({ _id: 'feed' }, { kind: 'kafka', topic, partitions }, { upsert: true });
    if (this.stopping.signal.aborted) return;
    this.started = true;
    this.finish(this.run());
  }

  /** Whether this relay holds the lease. */
  get isActive(): boolean {
    return this.active;
  }

  /**
   * Age in seconds of the oldest event that Kafka has not acknowledged; 0 if none is pending. While more events remain to be read, it is the
   * age of the newest acknowledged one.
   */
  get secondsBehind(): number {
    return this.oldestPending === null ? 0 : Math.max(0, Date.now() - this.oldestPending.getTime()) / 1000;
  }

  /** Whether all existing events have been relayed. */
  get isCaughtUp(): boolean {
    return this.active && this.caughtUp;
  }

  /** Ends after the run in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (!this.started) this.finish(Promise.resolve());
    await this.done.catch(() => undefined);
  }

  private async run(): Promise<void> {
    const { ops, settings, leaseTimes, log } = this.parts;
    const lease = new Lease(ops, `relay-${settings.topic}`, leaseTimes);
    while (!this.stopping.signal.aborted) {
      log.info('waiting for the lease of the relay');
      const held = await lease.acquire(this.stopping.signal);
      if (held === null) return;
      try {
        this.active = true;
        await this.relayWhile(held);
      } finally {
        this.active = false;
        this.caughtUp = false;
        this.oldestPending = null;
        await held.release().catch(() => undefined);
      }
    }
  }

  private async relayWhile(held: Held): Promise<void> {
    const { events, settings, log } = this.parts;
    // The checkpoint is claimed before the topic's ends are read. Otherwise the previous owner could still record acknowledgements of
    // records that these ends do not include.
    const claimed = await this.checkpoint.claim(held.id);
    const { maxBatchBytes, ends } = await this.checkedTopic();
    const { position: from, offsets } = await this.knownStart(claimed, ends);
    const producer = await RelayProducer.connect(settings, log);
    log.info({ from: from && encodePosition(from) }, 'relaying');
    // While Kafka handles one run, the next is read and encoded. A checkpoint may lag, so nothing waits for its write.
    let sent: Promise<void> = Promise.resolve();
    let saved: Promise<void> = Promise.resolve();
    let end = () => {};
    const saveNext = async (position: Position) => {
      await saved;
      saved = this.save(held, position, { ...offsets });
      saved.catch(() => end());
    };
    const sendRun = async (run: readonly Item[], isLast: boolean) => {
      Object.assign(offsets, await producer.send(run.map(({ message }) => message)));
      const { position, created } = run.at(-1)!.event;
      await saveNext(position);
      this.parts.onRelayed?.(run.length);
      if (isLast) this.oldestPending = this.caughtUp ? null : created;
    };
    const subscription = events.follow({
      from,
      batchSize: eventsPerBatch,
      maxBufferedEvents: eventsReadAhead,
      onEvents: async (batch) => {
        let left = batch.length;
        for (const run of runsOf(this.itemsOf(batch, maxBatchBytes), maxBatchBytes)) {
          await sent;
          // A relay that was paused notices here, or after its run is acknowledged. The comment of this class explains why that is early
          // enough.
          if (!held.isSafe()) throw new LeaseLostError();
          this.oldestPending = run[0]!.event.created;
          left -= run.length;
          sent = sendRun(run, left === 0);
          sent.catch(() => end());
        }
      },
      onCheckpoint: async (position) => {
        await sent;
        await saveNext(position);
      },
      onCaughtUp: async () => {
        await sent;
        this.caughtUp = true;
        this.oldestPending = null;
      },
      onInterrupted: (error) => {
        this.caughtUp = false;
        log.warn({ err: error }, 'the event store went away; reconnecting');
      },
    });
    end = () => void subscription.stop();
    this.stopping.signal.addEventListener('abort', end, { once: true });
    void held.lost.then(end);
    try {
      if (this.stopping.signal.aborted || !held.isSafe()) end();
      await subscription.done;
      await sent;
      await saved;
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
    } finally {
      this.stopping.signal.removeEventListener('abort', end);
      await sent.catch(() => undefined);
      await saved.catch(() => undefined);
      await producer.close();
    }
    if (!this.stopping.signal.aborted) log.warn('the lease was lost; another relay may have it');
  }

  /**
   * Where to continue. A topic with fewer records than were once acknowledged was recreated or restored, so it is filled from the first
   * event.
   */
  private async knownStart(claimed: RelayStart, ends: ReadonlyMap<number, bigint>): Promise<RelayStart> {
    const lacks = Object.entries(claimed.offsets).some(([p, offset]) => (ends.get(Number(p)) ?? 0n) <= BigInt(offset));
    if (!lacks) return claimed;
    this.parts.log.warn('the topic holds fewer records than before; filling it again from the first event');
    // The projectors' offsets belong to the former topic. In this topic they would later refer to other records.
    await forgetOffsets(this.parts.ops, this.parts.settings);
    return { position: null, offsets: {} };
  }

  /** Yields messages one by one, so that memory holds a run's messages and not a batch's. */
  private *itemsOf(batch: readonly RawEvent[], maxBatchBytes: number): Generator<Item> {
    for (const event of batch) {
      const message = messageOf(event, this.parts.settings.partitions);
      if (bytesOf(message) > maxBatchBytes)
        throw new UnfitTopicError(
          `Event ${event.revision} of stream ${event.streamId} takes ${bytesOf(message)} bytes, more than topic ${this.parts.settings.topic} accepts: raise the topic's max.message.bytes.`,
        );
      yield { event, message };
    }
  }

  /** Throws if another relay has taken over. Retries while the database of the checkpoints is unavailable. */
  private async save(held: Held, position: Position, offsets: Record<string, string>): Promise<void> {
    for (let attempt = 0; ; attempt += 1)
      try {
        if (await this.checkpoint.save(held.id, position, offsets)) return;
        throw new LeaseLostError();
      } catch (error) {
        if (error instanceof LeaseLostError || !held.isSafe() || this.stopping.signal.aborted)
          throw new LeaseLostError();
        this.parts.log.warn({ err: error, attempt }, 'the checkpoint could not be saved; retrying');
        await delay(Math.min(1_000, 100 * 2 ** attempt));
      }
  }

  /** Waits while no broker answers. With `first` it also checks that the topic's events are of this event store. */
  private async checkedTopic({ first = false } = {}): Promise<{ maxBatchBytes: number; ends: Map<number, bigint> }> {
    const { settings, log, events } = this.parts;
    const kafka = makeKafka(settings, log, 'superscope-relay');
    for (;;) {
      const admin = kafka.admin();
      try {
        await admin.connect();
        const { maxBatchBytes } = await checkTopic(admin, settings, log);
        const offsets = await admin.fetchTopicOffsets(settings.topic);
        if (first) await requireOwnTopic(kafka, settings.topic, offsets, events);
        return { maxBatchBytes, ends: new Map(offsets.map(({ partition, high }) => [partition, BigInt(high)])) };
      } catch (error) {
        if (error instanceof UnfitTopicError || this.stopping.signal.aborted) throw error;
        log.warn({ err: error, brokers: settings.brokers }, 'Kafka does not answer or refuses; retrying');
        await delay(topicCheckEveryMs, null, { signal: this.stopping.signal }).catch(() => undefined);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    }
  }
}
