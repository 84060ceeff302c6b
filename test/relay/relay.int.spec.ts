import { randomUUID } from 'node:crypto';
import { UnfitTopicError } from '@superscope/projector/kafka/topics';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnKafka } from '../harness/kafka-suite.js';
import { command, memberOf } from '../event-store/engines.js';
import { applied, byPartition, patience, Relaying } from './relaying.js';

await describeOnKafka('the relay', (broker) => {
  let relaying: Relaying;
  beforeEach(async () => {
    relaying = await Relaying.open(broker.brokers);
  });
  afterEach(async () => {
    await relaying.close();
    await relaying.removeFromKafka();
  });

  it('sends every event to Kafka once, unchanged and in the order of each stream', async () => {
    await relaying.writeRounds(5);
    const secret = `Surname-${randomUUID()}`;
    const member = memberOf('m1', secret);
    await relaying.store.append('member-m1', [{ type: 'MemberRegistered', data: member }], {
      expectedRevision: 'no-stream',
      metadata: command(),
    });
    await relaying.relay().start();
    const received = await relaying.records();
    await relaying.writeRounds(5);
    const log = await relaying.allArrived(received);
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
    await relaying.allArrived(received);
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
    expect(await relaying.allArrived(await relaying.records())).toHaveLength(24);
  });

  it('continues where it stopped', async () => {
    await relaying.writeRounds(3);
    const first = relaying.relay();
    await first.start();
    const received = await relaying.records();
    await relaying.allArrived(received);
    await first.stop();
    await relaying.writeRounds(3);
    await relaying.relay().start();
    const log = await relaying.allArrived(received);
    expect(received).toHaveLength(log.length);
  });

  it('resends events acknowledged after the last checkpoint, which consumers drop by their position', async () => {
    await relaying.writeRounds(2);
    const first = relaying.relay();
    await first.start();
    const received = await relaying.records();
    const early = await relaying.allArrived(received);
    const checkpoints = relaying.mongo.db('ops').collection<{ _id: string; position: string }>('relay_checkpoint');
    const half = early[Math.floor(early.length / 2)]!.position;
    await first.stop();
    await checkpoints.updateOne({ _id: relaying.topic }, { $set: { position: `${half.commit}/${half.prepare}` } });
    await relaying.writeRounds(1);
    await relaying.relay().start();
    const log = await relaying.allArrived(received);
    expect(received.length).toBeGreaterThan(log.length);
  });

  it('loses and reorders nothing when two relays send everything at the same time', async () => {
    const unaware = relaying.relay({ ops: relaying.mongo.db('other_ops') });
    await Promise.all([relaying.relay().start(), unaware.start()]);
    const received = await relaying.records();
    await relaying.writeRounds(20);
    const log = await relaying.allArrived(received);
    await expect.poll(() => received.length, patience).toBe(2 * log.length);
    expect(applied(received)).toEqual(byPartition(log));
  });

  it('refills a topic that was recreated from the first event on', async () => {
    await relaying.writeRounds(2);
    const first = relaying.relay();
    await first.start();
    const log = await relaying.allArrived(await relaying.records());
    await first.stop();
    const admin = relaying.kafka().admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [relaying.topic] });
    await expect.poll(() => admin.listTopics(), patience).not.toContain(relaying.topic);
    await admin.disconnect();
    await relaying.relay().start();
    const again = await relaying.records();
    await relaying.allArrived(again);
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
    await relaying.writeRounds(1);
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
