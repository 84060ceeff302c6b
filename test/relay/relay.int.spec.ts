import { randomUUID } from 'node:crypto';
import type { PlanEvent } from '@superscope/domain/plan/plan.events';
import { UnfitTopicError } from '@superscope/projector/kafka/topics';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnOwnKafka } from '../harness/kafka-suite.js';
import { command, memberOf } from '../event-store/engines.js';
import { applied, byPartition, Relaying, type Received, type RelayProcess } from './relaying.js';

const patience = { timeout: 90_000, interval: 100 };

await describeOnOwnKafka('the relay', (broker) => {
  let relaying: Relaying;
  beforeEach(async () => {
    relaying = await Relaying.open(broker.brokers);
  });
  afterEach(() => relaying.close());

  const write = async (stream: string, count: number) => {
    const planId = stream.slice('plan-'.length);
    const closedAndReopened: PlanEvent[] = [
      { type: 'PlanClosed', data: { planId, on: '2024-01-01' } },
      { type: 'PlanReopened', data: { planId } },
    ];
    const events = Array.from({ length: count }, (_, i) => closedAndReopened[i % 2]!);
    await relaying.store.append(stream, events, { expectedRevision: 'any', metadata: command() });
  };
  const plans = Array.from({ length: 12 }, () => `plan-${randomUUID()}`);
  const writeRounds = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) for (const plan of plans) await write(plan, 1 + (round % 3));
  };
  /** Waits until everything in the log has arrived, and checks that consumers apply the log in order. */
  const allArrived = async (received: Received[]) => {
    const log = await relaying.log();
    const ids = () => new Set(received.map(({ event }) => event.id)).size;
    await expect.poll(ids, patience).toBe(log.length);
    expect(applied(received)).toEqual(byPartition(log));
    return log;
  };
  const activeOf = async (relays: RelayProcess[]): Promise<number> => {
    const active = await Promise.all(relays.map((relay) => relay.isActive()));
    return active.filter(Boolean).length === 1 ? active.indexOf(true) : -1;
  };
  const oneIsActive = async (relays: RelayProcess[]): Promise<number> => {
    await expect.poll(() => activeOf(relays), patience).not.toBe(-1);
    return activeOf(relays);
  };

  it('sends every event to Kafka once, unchanged and in the order of each stream', async () => {
    await writeRounds(5);
    const secret = `Surname-${randomUUID()}`;
    const member = memberOf('m1', secret);
    await relaying.store.append('member-m1', [{ type: 'MemberRegistered', data: member }], {
      expectedRevision: 'no-stream',
      metadata: command(),
    });
    await relaying.relay().start();
    const received = await relaying.records();
    await writeRounds(5);
    const log = await allArrived(received);
    expect(received).toHaveLength(log.length);
    const registered = received.find(({ event }) => event.type === 'MemberRegistered')!;
    expect(registered.text).toContain('memberId');
    expect(received.filter(({ text }) => text.includes(secret))).toEqual([]);
    expect(received.filter(({ event }) => event.type.startsWith('$') || event.streamId.startsWith('$'))).toEqual([]);
  });

  it('sends data that is not JSON byte for byte', async () => {
    const stream = `plan-${randomUUID()}`;
    await relaying.appendBytes(stream, Uint8Array.from([0, 123, 255, 34]), Uint8Array.from([254, 0, 125]));
    await relaying.relay().start();
    const received = await relaying.records();
    await allArrived(received);
    expect(received.map(({ event }) => event)).toMatchObject([
      { streamId: stream, data: Uint8Array.from([0, 123, 255, 34]), metadata: Uint8Array.from([254, 0, 125]) },
    ]);
  });

  it('splits many large events of one stream into batches that a partition accepts', async () => {
    const large = { type: 'PlanRecorded', data: { note: 'x'.repeat(250_000) } };
    const stream = `plan-${randomUUID()}`;
    for (let i = 0; i < 24; i += 1)
      await relaying.store.append(stream, [large], { expectedRevision: 'any', metadata: command() });
    await relaying.relay().start();
    expect(await allArrived(await relaying.records())).toHaveLength(24);
  });

  it('continues where it stopped', async () => {
    await writeRounds(3);
    const first = relaying.relay();
    await first.start();
    const received = await relaying.records();
    await allArrived(received);
    await first.stop();
    await writeRounds(3);
    await relaying.relay().start();
    const log = await allArrived(received);
    expect(received).toHaveLength(log.length);
  });

  it('resends events acknowledged after the last checkpoint, which consumers drop by their position', async () => {
    await writeRounds(2);
    const first = relaying.relay();
    await first.start();
    const received = await relaying.records();
    const early = await allArrived(received);
    const checkpoints = relaying.mongo.db('ops').collection<{ _id: string; position: string }>('relay_checkpoint');
    const half = early[Math.floor(early.length / 2)]!.position;
    await first.stop();
    await checkpoints.updateOne({ _id: relaying.topic }, { $set: { position: `${half.commit}/${half.prepare}` } });
    await writeRounds(1);
    await relaying.relay().start();
    const log = await allArrived(received);
    expect(received.length).toBeGreaterThan(log.length);
  });

  it('loses and reorders nothing when two relays send everything at the same time', async () => {
    const unaware = relaying.relay({ ops: relaying.mongo.db('other_ops') });
    await Promise.all([relaying.relay().start(), unaware.start()]);
    const received = await relaying.records();
    await writeRounds(20);
    const log = await allArrived(received);
    await expect.poll(() => received.length, patience).toBe(2 * log.length);
    expect(applied(received)).toEqual(byPartition(log));
  });

  it('is replaced by another relay when it is killed', async () => {
    const relays = [await relaying.relayProcess(), await relaying.relayProcess()];
    const active = await oneIsActive(relays);
    const received = await relaying.records();
    const writing = writeRounds(20);
    await relays[active]!.kill();
    await writing;
    await expect.poll(() => relays[1 - active]!.isActive(), patience).toBe(true);
    await allArrived(received);
    expect(await relays[1 - active]!.stop()).toBe(0);
  });

  it('is replaced by another relay while it is paused, and steps back when it wakes', async () => {
    const relays = [await relaying.relayProcess(), await relaying.relayProcess()];
    const active = await oneIsActive(relays);
    const [paused, other] = [relays[active]!, relays[1 - active]!];
    const received = await relaying.records();
    paused.signal('SIGSTOP');
    await writeRounds(3);
    await expect.poll(() => other.isActive(), patience).toBe(true);
    paused.signal('SIGCONT');
    await writeRounds(3);
    await expect.poll(() => paused.isActive(), patience).toBe(false);
    expect(await other.isActive()).toBe(true);
    await allArrived(received);
  });

  it('loses nothing when the broker is killed and restarted', async () => {
    await relaying.supervisedRelay();
    const received = await relaying.records();
    await writeRounds(3);
    await broker.kill9();
    await writeRounds(3);
    await broker.restart();
    await writeRounds(3);
    await allArrived(received);
  });

  it('refills a topic that was recreated from the first event on', async () => {
    await writeRounds(2);
    const first = relaying.relay();
    await first.start();
    const log = await allArrived(await relaying.records());
    await first.stop();
    const admin = relaying.kafka().admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [relaying.topic] });
    await expect.poll(() => admin.listTopics(), patience).not.toContain(relaying.topic);
    await admin.disconnect();
    await relaying.relay().start();
    const again = await relaying.records();
    await allArrived(again);
    expect(again).toHaveLength(log.length);
  });

  it('refuses a topic that holds events of another event store', async () => {
    const other = await Relaying.open(broker.brokers, { KAFKA_TOPIC: relaying.topic });
    await other.store.append('plan-other', [{ type: 'PlanClosed', data: { planId: 'other', on: '2024-01-01' } }], {
      expectedRevision: 'any',
      metadata: command(),
    });
    await other.relay().start();
    const received = await other.records();
    await expect.poll(() => received.length, patience).toBe(1);
    await other.close();
    await writeRounds(1);
    await expect(relaying.relay().start()).rejects.toThrow('holds events of another event store');
  });

  it('records which feed is live, for requests that wait for a position', async () => {
    await relaying.relay().start();
    const control = relaying.mongo.db('ops').collection<{ _id: string }>('control');
    const feed = { _id: 'feed', kind: 'kafka', topic: relaying.topic, partitions: 3 };
    expect(await control.findOne({ _id: 'feed' })).toEqual(feed);
  });

  it('refuses a topic with another number of partitions, in one sentence that names both', async () => {
    await relaying.relay().start();
    const other = relaying.relay({ settings: relaying.settings({ KAFKA_PARTITIONS: '6' }) });
    const refused = other.start();
    await expect(refused).rejects.toThrow(UnfitTopicError);
    await expect(refused).rejects.toThrow(`Topic ${relaying.topic} has 3 partitions and KAFKA_PARTITIONS says 6`);
  });

  it.each([
    ['cleanup.policy', 'compact', 'is compacted'],
    ['max.message.bytes', '100000', 'accepts records of at most 100000 bytes'],
  ])('refuses a topic whose %s is %s', async (name, value, says) => {
    const admin = relaying.kafka().admin();
    await admin.connect();
    const { topic } = relaying;
    await admin.createTopics({ topics: [{ topic, numPartitions: 3, configEntries: [{ name, value }] }] });
    await admin.disconnect();
    await expect(relaying.relay().start()).rejects.toThrow(says);
  });
});
