import { setTimeout as delay } from 'node:timers/promises';
import type { EventCodec, RawEvent } from '@superscope/event-store/events/codec';
import type { EventStore } from '@superscope/event-store/event-store';
import { beforeAll, comparePositions, encodePosition } from '@superscope/event-store/events/position';
import { kafkaPartition } from '@superscope/event-store/reading/projection-feed';
import type { Admin, Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from 'pino';
import pLimit from 'p-limit';
import type { KafkaSettings } from '../../kafka/kafka-settings.js';
import { rawEventOf } from '../../kafka/record.js';
import { checkTopic, UnfitTopicError } from '../../kafka/topics.js';
import type { Checkpoints } from '../operations/checkpoints.js';
import type { Backlog, EventFeed, FeedBatch } from './event-feed.js';
import { safeError } from '../writing/failures.js';
import { beginningOf, fillGaps, unreadOf } from './kafka-beginnings.js';
import { Session, SessionEnded } from './kafka-session.js';

export interface KafkaFeedParts {
  kafka: Kafka;
  settings: KafkaSettings;
  codec: Pick<EventCodec, 'decode'>;
  store: Pick<EventStore, 'readAll'>;
  checkpoints: Checkpoints;
  /** Event types that some projection handles; others only move the checkpoint. */
  types: readonly string[];
  log: Logger;
  /** Called when the feed has ended for good. Nothing is projected any more. */
  onEnded?: () => void;
  /** Partitions of a dead projector go to others after this long. */
  sessionMs?: number;
}

const recordsPerBatch = 1_000;
/** The number of partitions whose batches are written at the same time. */
const writesAtOnce = 3;
/** The number of partitions in one fetch. The others wait for the next fetch. */
const mostPartitionsAtOnce = 32;
const usualSessionMs = 12_000;
const heartbeatMs = 2_000;
/** How long the group waits for a busy projector before it assigns its partitions to others. */
const rebalanceMs = 30_000;
/** The broker answers a fetch as soon as a record is there, and otherwise after this long. */
const fetchWaitMs = 100;
/** At the end of the topic, batches begin this far apart, like those of the direct feed, so that records gather. */
const apartMs = 200;
const apartWhenFewMs = 30;
const fewRecords = 20;
const longestPauseMs = 5_000;
const joinAgainMs = 500;

/**
 * The projectors' feed through Kafka: they share the partitions of the topic as one group. For each partition the
 * batch is written first, then its checkpoint, then its offset. The checkpoint beside the read models decides.
 */
export class KafkaFeed implements EventFeed {
  private readonly consumer: Consumer;
  private readonly admin: Admin;
  private readonly stopping = new AbortController();
  private readonly writes = pLimit(writesAtOnce);
  private readonly types: ReadonlySet<string>;
  /** Offset of the next record, by partition of this process. */
  private readonly next = new Map<number, bigint>();
  /** Counts the assignments of partitions, and so identifies the current one. */
  private sharing = 0;
  /** Resolves once the current assignment's start offsets are known. */
  private ready: Promise<void> = Promise.resolve();
  private handle!: (batch: FeedBatch) => Promise<void>;
  private onCaughtUp!: () => void;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly parts: KafkaFeedParts) {
    const { kafka, settings, types, sessionMs = usualSessionMs } = parts;
    this.types = new Set(types);
    this.admin = kafka.admin();
    this.consumer = kafka.consumer({
      groupId: settings.group,
      sessionTimeout: sessionMs,
      heartbeatInterval: Math.min(heartbeatMs, sessionMs / 3),
      rebalanceTimeout: rebalanceMs,
      maxWaitTimeInMs: fetchWaitMs,
      minBytes: 1,
      allowAutoTopicCreation: false,
    });
  }

  start(handle: (batch: FeedBatch) => Promise<void>, onCaughtUp: () => void): Promise<void> {
    this.handle = (batch) => this.writes(() => handle(batch));
    this.onCaughtUp = onCaughtUp;
    // In the background, because it waits for unavailable brokers.
    this.running = this.consume().catch((error: unknown) => this.end(error));
    return Promise.resolve();
  }

  async backlog(): Promise<Backlog[]> {
    const { checkpoints, settings } = this.parts;
    const held = await this.held();
    return Promise.all(
      [...this.next.keys()].map(async (n) => {
        const partition = kafkaPartition(settings.topic, n);
        const { offset } = beginningOf(n, await checkpoints.read(partition), held.get(n)!);
        return { partition, events: Number(held.get(n)!.high - offset) };
      }),
    );
  }

  /** Waits for the batches in progress and leaves the group, so that other projectors continue at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.consumer.disconnect().catch(() => undefined);
    await this.admin.disconnect().catch(() => undefined);
  }

  private async consume(): Promise<void> {
    const { settings, log } = this.parts;
    const { topic } = settings;
    await this.patiently('Kafka does not answer', async () => {
      await this.admin.connect();
      await checkTopic(this.admin, settings, log);
      await this.consumer.connect();
      await this.consumer.subscribe({ topic, fromBeginning: true });
    });
    if (this.stopping.signal.aborted) return;
    this.consumer.on(this.consumer.events.GROUP_JOIN, ({ payload }) => {
      this.sharing += 1;
      this.next.clear();
      this.ready = this.begin(this.sharing, payload.memberAssignment[topic] ?? []);
    });
    this.consumer.on(this.consumer.events.CRASH, ({ payload: { restart, error } }) => {
      if (restart) return;
      if (isCoordinatorAway(error)) this.running = this.joinAgain();
      else this.end(error);
    });
    await this.join();
  }

  private join(): Promise<void> {
    return this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: Math.min(this.parts.settings.partitions, mostPartitionsAtOnce),
      eachBatch: (payload) => this.eachBatch(payload),
    });
  }

  /**
   * After a disconnection the client gives up on a group whose broker has only just come back. This feed joins again.
   */
  private async joinAgain(): Promise<void> {
    this.parts.log.warn('the group has no coordinator; it is joined again');
    await this.pause(joinAgainMs);
    const isConnected = await this.patiently('Kafka does not answer', () => this.consumer.connect());
    if (isConnected) await this.join().catch((error: unknown) => this.end(error));
  }

  private end(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.parts.log.fatal({ err: error }, 'the feed ended');
    this.parts.onEnded?.();
  }

  /**
   * Finds the beginnings of the partitions that this process was assigned. Events that the topic lacks are read from
   * the event store.
   */
  private async begin(sharing: number, partitions: readonly number[]): Promise<void> {
    const { checkpoints, settings, log } = this.parts;
    const { topic } = settings;
    const isPresent = () => sharing === this.sharing;
    log.info({ partitions }, 'projecting these partitions');
    await this.patiently(
      'the start offsets could not be read',
      async () => {
        const held = await this.held();
        const beginnings = await Promise.all(
          partitions.map(async (n) => {
            const checkpoint = await checkpoints.read(kafkaPartition(topic, n));
            return beginningOf(n, unreadOf(checkpoint), held.get(n)!);
          }),
        );
        await this.fill(new Map(beginnings.filter(({ isGap }) => isGap).map((b) => [b.partition, b.offset])));
        if (!isPresent()) return;
        for (const { partition, offset } of beginnings) {
          this.consumer.seek({ topic, partition, offset: String(offset) });
          this.next.set(partition, offset);
        }
      },
      isPresent,
    );
  }

  private async fill(gaps: ReadonlyMap<number, bigint>): Promise<void> {
    if (gaps.size === 0) return;
    const { store, checkpoints, settings, log } = this.parts;
    const { topic, partitions } = settings;
    log.warn(
      { partitions: [...gaps.keys()] },
      'the topic no longer holds events that the read models lack; reading them from the event store',
    );
    await fillGaps({ store, checkpoints, topic, partitions, types: this.types, handle: this.handle }, gaps);
  }

  private async held() {
    const offsets = await this.admin.fetchTopicOffsets(this.parts.settings.topic);
    return new Map(offsets.map(({ partition, low, high }) => [partition, { low: BigInt(low), high: BigInt(high) }]));
  }

  private async eachBatch({ batch, heartbeat, resolveOffset, ...payload }: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = batch;
    // The session stays alive however long a write takes. A partition that is lost in the meantime is released after the write.
    const session = new Session(heartbeat, heartbeatMs);
    try {
      await Promise.race([this.ready, session.ended]);
      for (let from = 0; from < messages.length; from += recordsPerBatch) {
        session.assertAlive();
        if (payload.isStale() || this.stopping.signal.aborted) return;
        const part = messages.slice(from, from + recordsPerBatch);
        const began = performance.now();
        if (!(await this.deliver(partition, part, session))) return;
        const next = BigInt(part.at(-1)!.offset) + 1n;
        this.next.set(partition, next);
        resolveOffset(part.at(-1)!.offset);
        const committed = { topic, partitions: [{ partition, offset: String(next) }] };
        await payload.commitOffsetsIfNecessary({ topics: [committed] });
        if (next >= BigInt(batch.highWatermark)) {
          this.onCaughtUp();
          const apart = part.length > fewRecords ? apartMs : apartWhenFewMs;
          await this.pause(apart - (performance.now() - began));
        }
      }
    } catch (error) {
      throw error instanceof SessionEnded ? error.cause : error;
    } finally {
      session.end();
    }
  }

  /** Writes records, retrying indefinitely; false when the projector stops. Throws once the partition is lost. */
  private async deliver(partition: number, messages: readonly KafkaMessage[], session: Session): Promise<boolean> {
    const { codec, settings, log } = this.parts;
    const raw = messages.map(rawEventOf).filter((event) => event !== null);
    if (raw.length < messages.length)
      log.warn({ partition, records: messages.length - raw.length }, 'records that no relay wrote are left out');
    const first = BigInt(messages[0]!.offset);
    return this.patiently('a batch could not be written', async () => {
      session.assertAlive();
      // The topic's retention has overtaken this projector.
      if (first > (this.next.get(partition) ?? first)) await this.fill(new Map([[partition, first]]));
      await this.handle({
        partition: kafkaPartition(settings.topic, partition),
        records: await codec.decode(raw.filter(({ type }) => this.types.has(type))),
        position: encodePosition(newest(raw)),
        offset: String(BigInt(messages.at(-1)!.offset) + 1n),
      });
    });
  }

  /** Retries with growing pauses; false when the projector stops or `goOn` says so. */
  private async patiently(what: string, action: () => Promise<void>, goOn = () => true): Promise<boolean> {
    for (let attempt = 0; !this.stopping.signal.aborted && goOn(); attempt += 1) {
      try {
        await action();
        return true;
      } catch (error) {
        if (error instanceof UnfitTopicError || error instanceof SessionEnded) throw error;
        if (this.stopping.signal.aborted) return false;
        this.parts.log.warn({ ...safeError(error), attempt }, `${what}; retrying`);
        await this.pause(Math.min(longestPauseMs, 100 * 2 ** attempt));
      }
    }
    return false;
  }

  /** Ends at once when the feed is stopped. */
  private async pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

const isCoordinatorAway = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'KafkaJSGroupCoordinatorNotFound' || isCoordinatorAway(error.cause));

const newest = (events: readonly RawEvent[]) =>
  events.map(({ position }) => position).reduce((a, b) => (comparePositions(a, b) >= 0 ? a : b), beforeAll);
