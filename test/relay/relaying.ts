import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryEvent, EventStoreDBClient } from '@eventstore/db-client';
import { startEventStore } from '@superscope/embedded/event-store/event-store-engine';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { EventCodec, type RawEvent } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { partitionOf } from '@superscope/event-store/events/partition';
import { comparePositions, type Position } from '@superscope/event-store/events/position';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { makeKafka } from '@superscope/projector/kafka/kafka-client';
import { kafkaSettings, kafkaShape } from '@superscope/projector/kafka/kafka-settings';
import { rawEventOf } from '@superscope/projector/kafka/record';
import { Relay, type RelayParts } from '@superscope/projector/relay/relay';
import type { Consumer } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { expect } from 'vitest';
import { z } from 'zod';
import { command } from '../event-store/engines.js';
import { freePort } from '../harness/free-port.js';
import { quiet } from '../harness/portal-engines.js';

/** The built relay, also when this file runs from the sources. */
const relayMain = createRequire(import.meta.url).resolve('@superscope/projector/relay/relay.main');

export const patience = { timeout: 90_000, interval: 100 };

/** Streams that every round writes to. */
const plans = Array.from({ length: 12 }, () => `plan-${randomUUID()}`);

export interface Received {
  partition: number;
  event: RawEvent;
  /** The record's value. */
  text: string;
}

/** The environment of relays: an event store, a database for leases and checkpoints, and a topic of a broker. */
export class Relaying {
  private readonly relays: Relay[] = [];
  private readonly logs: RawEventLog[] = [];
  private readonly children: RelayProcess[] = [];
  private readonly consumers: Consumer[] = [];
  private readonly groups: string[] = [];

  private constructor(
    readonly store: EventStore,
    readonly mongo: MongoClient,
    private readonly urls: { eventStore: string; mongo: string; brokers: string },
    private readonly stopEngines: () => Promise<void>,
    private readonly kafkaSettings: Record<string, string>,
  ) {}

  get topic(): string {
    return this.kafkaSettings['KAFKA_TOPIC']!;
  }

  /** `more` are additional Kafka settings. */
  static async open(brokers: string, more: Record<string, string> = {}): Promise<Relaying> {
    const folder = mkdtempSync(join(tmpdir(), 'relaying-'));
    const [eventStore, mongoEngine] = await Promise.all([
      startEventStore({ dataDir: join(folder, 'event-store') }),
      startMongo({ dataDir: join(folder, 'mongo') }),
    ]);
    const mongo = await MongoClient.connect(mongoEngine.url);
    const vault = new KeyVault(mongo, { masterKey: randomBytes(32) });
    const store = EventStore.connect(eventStore.url, new EventCodec(vault));
    const urls = { eventStore: eventStore.url, mongo: mongoEngine.url, brokers };
    const stopEngines = async () => {
      await Promise.all([eventStore.stop(), mongoEngine.stop()]);
      rmSync(folder, { recursive: true, force: true });
    };
    return new Relaying(store, mongo, urls, stopEngines, { KAFKA_TOPIC: `relay.${randomUUID()}`, ...more });
  }

  settings(more: Record<string, string> = {}) {
    const env = { KAFKA_BROKERS: this.urls.brokers, KAFKA_PARTITIONS: '3' };
    return kafkaSettings(z.object(kafkaShape).parse({ ...env, ...this.kafkaSettings, ...more }))!;
  }

  kafka() {
    return makeKafka(this.settings(), quiet, 'superscope-test');
  }

  /** A relay in this process. It is not started. */
  relay(more: Partial<RelayParts> = {}): Relay {
    const events = new RawEventLog(this.urls.eventStore);
    this.logs.push(events);
    const relay = new Relay({ events, ops: this.mongo.db('ops'), settings: this.settings(), log: quiet, ...more });
    this.relays.push(relay);
    return relay;
  }

  /** Runs a relay in this process and restarts it whenever it ends, like a supervisor. */
  async supervisedRelay(): Promise<void> {
    const relay = this.relay();
    await relay.start();
    relay.done.catch(() => this.supervisedRelay());
  }

  /** Starts the built relay in its own process, so that it can be killed and paused. Resolves once it is ready. */
  async relayProcess(): Promise<RelayProcess> {
    const port = await freePort();
    const child = fork(relayMain, {
      env: {
        ...process.env,
        EVENTSTORE_URL: this.urls.eventStore,
        MONGODB_URL: this.urls.mongo,
        KAFKA_BROKERS: this.urls.brokers,
        KAFKA_PARTITIONS: '3',
        RELAY_PORT: String(port),
        LOG_LEVEL: 'fatal',
        ...this.kafkaSettings,
      },
    });
    const relay = new RelayProcess(child, port);
    this.children.push(relay);
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('It ended.'))),
    ]);
    return relay;
  }

  /** Appends bytes that the product's codec would not write. */
  async appendBytes(stream: string, data: Uint8Array, metadata: Uint8Array): Promise<void> {
    const client = EventStoreDBClient.connectionString(this.urls.eventStore);
    try {
      await client.appendToStream(stream, binaryEvent({ type: 'Unknown', data, metadata }));
    } finally {
      await client.dispose();
    }
  }

  /** Appends a few events to each plan, round by round. */
  async writeRounds(rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round += 1) for (const plan of plans) await this.write(plan, 1 + (round % 3));
  }

  private async write(stream: string, count: number): Promise<void> {
    const planId = stream.slice('plan-'.length);
    const closedAndReopened: PlanEvent[] = [
      { type: 'PlanClosed', data: { planId, on: '2024-01-01' } },
      { type: 'PlanReopened', data: { planId } },
    ];
    const events = Array.from({ length: count }, (_, i) => closedAndReopened[i % 2]!);
    await this.store.append(stream, events, { expectedRevision: 'any', metadata: command() });
  }

  /** Waits until everything in the log has arrived, and checks that consumers apply the log in order. */
  async allArrived(received: readonly Received[]): Promise<RawEvent[]> {
    const log = await this.log();
    const ids = () => new Set(received.map(({ event }) => event.id)).size;
    await expect.poll(ids, patience).toBe(log.length);
    expect(applied(received)).toEqual(byPartition(log));
    return log;
  }

  /** All events of the event store as stored. */
  async log(): Promise<RawEvent[]> {
    const log = new RawEventLog(this.urls.eventStore);
    const all: RawEvent[] = [];
    await new Promise<void>((resolve, reject) => {
      const subscription = log.follow({
        from: null,
        onEvents: async (batch) => void all.push(...batch.map(asDeclared)),
        onCaughtUp: () => resolve(),
      });
      subscription.done.catch(reject);
    });
    await log.close();
    return all;
  }

  /** A list of all records of the topic, which grows as records arrive. */
  async records(): Promise<Received[]> {
    const received: Received[] = [];
    const groupId = `relay-${randomUUID()}`;
    this.groups.push(groupId);
    const consumer = this.kafka().consumer({
      groupId,
      sessionTimeout: 6_000,
      maxWaitTimeInMs: 20,
    });
    this.consumers.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topics: [this.topic], fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition, message }) => {
        received.push({ partition, event: rawEventOf(message)!, text: message.value!.toString() });
      },
    });
    return received;
  }

  async close(): Promise<void> {
    for (const child of this.children) await child.kill();
    await Promise.all(this.relays.map((relay) => relay.stop()));
    await Promise.all(this.consumers.map((consumer) => consumer.disconnect()));
    await Promise.all(this.logs.map((log) => log.close()));
    await this.store.close();
    await this.mongo.close();
    await this.stopEngines();
  }

  /** Removes the topic and the groups from a broker that other suites use too, once everything is closed. */
  async removeFromKafka(): Promise<void> {
    const admin = this.kafka().admin();
    await admin.connect();
    await admin.deleteGroups(this.groups);
    if ((await admin.listTopics()).includes(this.topic)) await admin.deleteTopics({ topics: [this.topic] });
    await admin.disconnect();
  }
}

export class RelayProcess {
  constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** Stops the process and returns its exit code. */
  async stop(): Promise<number> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    return (await exited)[0] as number;
  }

  async isActive(): Promise<boolean> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text();
    return /^superscope_relay_active 1$/m.test(text);
  }
}

/** A client's event without additional fields. */
const asDeclared = ({ id, streamId, type, revision, position, created, data, metadata }: RawEvent): RawEvent => ({
  id,
  streamId,
  type,
  revision,
  position,
  created,
  data,
  metadata,
});

/** The received events that a consumer applies: in each partition only those past the newest position seen. */
export function applied(received: readonly Received[]): Map<number, RawEvent[]> {
  const seen = new Map<number, Position>();
  const kept = new Map<number, RawEvent[]>();
  for (const { partition, event } of received) {
    const newest = seen.get(partition);
    if (newest !== undefined && comparePositions(event.position, newest) <= 0) continue;
    seen.set(partition, event.position);
    kept.set(partition, [...(kept.get(partition) ?? []), event]);
  }
  return kept;
}

/** The events that consumers must apply: the log by partition. */
export function byPartition(log: readonly RawEvent[], partitions = 3): Map<number, RawEvent[]> {
  const parts = new Map<number, RawEvent[]>();
  for (const event of log) {
    const partition = partitionOf(event.streamId, partitions);
    parts.set(partition, [...(parts.get(partition) ?? []), event]);
  }
  return parts;
}
