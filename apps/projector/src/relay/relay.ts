import { setTimeout as delay } from 'node:timers/promises';
import type { RawEvent } from '@superscope/event-store/events/codec';
import { encodePosition, type Position } from '@superscope/event-store/events/position';
import type { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { makeKafka } from '../kafka/kafka-client.js';
import type { KafkaSettings } from '../kafka/kafka-settings.js';
import { messageOf } from '../kafka/record.js';
import { Lease, type Held, type LeaseTimes } from '../runtime/operations/lease.js';
import { RelayCheckpoint, type RelayStart } from './relay-checkpoint.js';
import { RelayProducer } from './relay-producer.js';
import { bytesOf, runsOf, type RelayMessage } from './runs.js';
import { forgetOffsets } from '../runtime/feed/current-feed.js';
import { requireOwnTopic } from './topic-origin.js';
import { checkTopic, UnfitTopicError } from './topics.js';

export interface RelayParts {
  events: RawEventLog;
  ops: Db;
  settings: KafkaSettings;
  log: Logger;
  /** For the metrics. */
  onRelayed?: (events: number) => void;
  leaseTimes?: LeaseTimes;
}

interface Item {
  event: RawEvent;
  message: RelayMessage;
}

/** As many as make a request's round trip small beside the work on its records. */
const eventsPerBatch = 1_000;
/** An event of snapshots is some 60 KB: memory holds these and what is being sent. */
const eventsReadAhead = 2_000;
const topicCheckEveryMs = 1_000;

/** Ends a relay's turn: nothing may be sent past what was not sent. */
class LeaseLostError extends Error {}

/**
 * Brings every event of the event store to Kafka, as it is stored. One relay of several is active, by a lease; the others wait.
 *
 * Why nothing is lost or out of order, however often relays die, repeat themselves or run two at once: a relay sends a run of
 * events only when all runs before it were acknowledged, and starts from a checkpoint that says what was acknowledged. So whenever
 * an event is written to a partition, all earlier events of that partition are in it already, from whichever relay. Read from the
 * start, events appear for the first time in their order; whatever is repeated is at or below the newest position seen, and
 * consumers drop that. The lease only spares the repeating.
 */
export class Relay {
  /** Resolves once stopped; rejects with what the relay cannot go past by itself. */
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

  /** Waits for Kafka, checks the topic, says that Kafka feeds the projectors, and begins. Throws UnfitTopicError. */
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

  /** Age of the oldest event that Kafka has not acknowledged; of the newest it has while there are more to read. 0 when nothing waits. */
  get secondsBehind(): number {
    return this.oldestPending === null ? 0 : Math.max(0, Date.now() - this.oldestPending.getTime()) / 1000;
  }

  /** Whether everything there was has been relayed. */
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
    // Claimed first: who had it before may still note what Kafka acknowledged since, which ends that were read earlier would lack.
    const claimed = await this.checkpoint.claim(held.id);
    const { maxBatchBytes, ends } = await this.checkedTopic();
    const { position: from, offsets } = await this.knownStart(claimed, ends);
    const producer = await RelayProducer.connect(settings, log);
    log.info({ from: from && encodePosition(from) }, 'relaying');
    // While a run is with Kafka the next is read and made ready. A checkpoint may lag, so nothing waits until it is written.
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
          // One that was paused and wakes notices here, or once its run is acknowledged; see above why that is soon enough.
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

  /** From where to go on. A topic that holds less than was once acknowledged was made anew, or restored: it is filled from the first event. */
  private async knownStart(claimed: RelayStart, ends: ReadonlyMap<number, bigint>): Promise<RelayStart> {
    const lacks = Object.entries(claimed.offsets).some(([p, offset]) => (ends.get(Number(p)) ?? 0n) <= BigInt(offset));
    if (!lacks) return claimed;
    this.parts.log.warn('the topic holds less than it did: it is filled again from the first event');
    // The projectors' offsets are of the topic that was: once this one has grown past them they would name other records.
    await forgetOffsets(this.parts.ops, this.parts.settings);
    return { position: null, offsets: {} };
  }

  /** Made as they are sent, so that memory holds a run's messages and not a batch's. */
  private *itemsOf(batch: readonly RawEvent[], maxBatchBytes: number): Generator<Item> {
    for (const event of batch) {
      const message = messageOf(event, this.parts.settings.partitions);
      if (bytesOf(message) > maxBatchBytes)
        throw new UnfitTopicError(
          `Event ${event.revision} of stream ${event.streamId} takes ${bytesOf(message)} bytes, more than topic ${this.parts.settings.topic} takes: raise the topic's max.message.bytes.`,
        );
      yield { event, message };
    }
  }

  /** Throws when another relay has taken over. Where the checkpoints are may be away for a while. */
  private async save(held: Held, position: Position, offsets: Record<string, string>): Promise<void> {
    for (let attempt = 0; ; attempt += 1)
      try {
        if (await this.checkpoint.save(held.id, position, offsets)) return;
        throw new LeaseLostError();
      } catch (error) {
        if (error instanceof LeaseLostError || !held.isSafe() || this.stopping.signal.aborted)
          throw new LeaseLostError();
        this.parts.log.warn({ err: error, attempt }, 'the checkpoint could not be saved; it is tried again');
        await delay(Math.min(1_000, 100 * 2 ** attempt));
      }
  }

  /** Waits while no broker answers. `first` looks whose events the topic holds, too. */
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
        log.warn({ err: error, brokers: settings.brokers }, 'Kafka does not answer or refuses; it is tried again');
        await delay(topicCheckEveryMs, null, { signal: this.stopping.signal }).catch(() => undefined);
      } finally {
        await admin.disconnect().catch(() => undefined);
      }
    }
  }
}
