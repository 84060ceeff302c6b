import { randomUUID } from 'node:crypto';
import { partitionOf } from '@superscope/event-store/events/partition';
import { brokerRelease } from '@superscope/projector/kafka/broker-release';
import { makeKafka } from '@superscope/projector/kafka/kafka-client';
import { kafkaSettings, kafkaShape } from '@superscope/projector/kafka/kafka-settings';
import { makeTopic } from '@superscope/projector/kafka/make-topic';
import { ConfigResourceTypes, Partitioners, type Consumer, type EachBatchPayload, type KafkaMessage } from 'kafkajs';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../harness/free-port.js';
import { describeOnKafka } from '../harness/kafka-suite.js';

const quiet = pino({ level: 'silent' });
const partitions = 4;

/** The Kafka operations that the product uses, which a replacement must support. */
await describeOnKafka('the Kafka operations that the product uses', ({ brokers }) => {
  const settings = kafkaSettings(z.object(kafkaShape).parse({ KAFKA_BROKERS: brokers }))!;
  const kafka = makeKafka(settings, quiet, 'superscope-contract');
  const admin = kafka.admin();
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const topics: string[] = [];
  const consumers: Consumer[] = [];
  beforeAll(async () => {
    await admin.connect();
    await producer.connect();
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((consumer) => consumer.disconnect()));
  });
  afterAll(async () => {
    await producer.disconnect();
    await admin.deleteTopics({ topics });
    await admin.disconnect();
  });

  it('each broker tells its release, and a port at which nothing listens does not', async () => {
    const { brokers: found } = await admin.describeCluster();
    for (const broker of found) expect(await brokerRelease(broker, settings.ssl)).toMatch(/^\d+\.\d+$/);
    const nobody = { host: '127.0.0.1', port: await freePort() };
    await expect(brokerRelease(nobody, false)).rejects.toThrow(/ECONNREFUSED/);
  });

  const newTopic = async (configEntries: { name: string; value: string }[] = []): Promise<string> => {
    const topic = `contract.${randomUUID()}`;
    topics.push(topic);
    await makeTopic(admin, { topic, numPartitions: partitions, replicationFactor: 1, configEntries });
    return topic;
  };
  const numbered = (from: number, count: number, partition: (n: number) => number) =>
    Array.from({ length: count }, (_, i) => ({ partition: partition(from + i), key: 'k', value: String(from + i) }));
  const send = (topic: string, messages: Parameters<typeof producer.send>[0]['messages']) =>
    producer.send({ topic, messages, acks: -1 });
  const numberOf = (message: KafkaMessage) => Number(message.value!.toString());

  /** Consumes batches with manual commits, like the projector. `handle` returns whether the batch is done. */
  const consume = async (
    topic: string,
    groupId: string,
    handle: (payload: EachBatchPayload) => Promise<boolean> | boolean,
    onAssigned: (partitions: number[]) => void = () => {},
  ): Promise<Consumer> => {
    const consumer = kafka.consumer({ groupId, sessionTimeout: 10_000, heartbeatInterval: 500, maxWaitTimeInMs: 20 });
    consumers.push(consumer);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => onAssigned(payload.memberAssignment[topic] ?? []));
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitions,
      eachBatch: async (payload) => {
        if (!(await handle(payload))) return;
        const { batch, resolveOffset, commitOffsetsIfNecessary } = payload;
        const next = (BigInt(batch.lastOffset()) + 1n).toString();
        resolveOffset(batch.lastOffset());
        await commitOffsetsIfNecessary({
          topics: [{ topic, partitions: [{ partition: batch.partition, offset: next }] }],
        });
      },
    });
    return consumer;
  };
  /** All records of the topic's partitions, in the order of each partition. */
  const readAll = async (topic: string, count: number): Promise<{ partition: number; message: KafkaMessage }[]> => {
    const seen: { partition: number; message: KafkaMessage }[] = [];
    let enough = () => {};
    const isEnough = new Promise<void>((resolve) => (enough = resolve));
    await consume(topic, `contract-${randomUUID()}`, ({ batch }) => {
      seen.push(...batch.messages.map((message) => ({ partition: batch.partition, message })));
      if (seen.length >= count) enough();
      return true;
    });
    await isEnough;
    return seen;
  };

  describe('a topic', () => {
    it('is created with partitions, retention and a maximum record size, and reports them', async () => {
      const topic = await newTopic([
        { name: 'retention.ms', value: '-1' },
        { name: 'max.message.bytes', value: '2097152' },
      ]);
      expect(await admin.listTopics()).toContain(topic);
      const { topics: found } = await admin.fetchTopicMetadata({ topics: [topic] });
      expect(found[0]!.partitions.map(({ partitionId }) => partitionId).sort()).toEqual([0, 1, 2, 3]);
      expect(found[0]!.partitions.map(({ replicas }) => replicas.length)).toEqual([1, 1, 1, 1]);
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
      });
      const config = new Map(resources[0]!.configEntries.map((entry) => [entry.configName, entry.configValue]));
      expect([config.get('retention.ms'), config.get('max.message.bytes'), config.get('cleanup.policy')]).toEqual([
        '-1',
        '2097152',
        'delete',
      ]);
    });

    it('is not created twice', async () => {
      const topic = await newTopic();
      expect(await makeTopic(admin, { topic, numPartitions: 1 })).toBe(false);
      expect((await admin.fetchTopicMetadata({ topics: [topic] })).topics[0]!.partitions).toHaveLength(partitions);
    });

    it('reports the offsets of each partition', async () => {
      const topic = await newTopic();
      await send(
        topic,
        numbered(0, 5, () => 2),
      );
      const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, high]));
      expect([ends.get(1), ends.get(2)]).toEqual(['0', '5']);
    });
  });

  describe('producing', () => {
    it('returns the first offset of each partition’s records', async () => {
      const topic = await newTopic();
      await send(
        topic,
        numbered(0, 7, (n) => n % 2),
      );
      const answer = await send(
        topic,
        numbered(7, 4, () => 1),
      );
      expect(answer.map(({ partition, baseOffset }) => [partition, baseOffset])).toEqual([[1, '3']]);
    });

    it('keeps the order within a partition over many requests', async () => {
      const topic = await newTopic();
      for (let from = 0; from < 2_000; from += 400)
        await send(
          topic,
          numbered(from, 400, (n) => n % partitions),
        );
      const seen = await readAll(topic, 2_000);
      expect(seen).toHaveLength(2_000);
      for (let partition = 0; partition < partitions; partition += 1) {
        const numbers = seen.filter((each) => each.partition === partition).map(({ message }) => numberOf(message));
        expect(numbers).toEqual(Array.from({ length: 500 }, (_, i) => i * partitions + partition));
      }
    });

    it('writes records to the given partition, which is the one of Kafka’s default partitioner', async () => {
      const topic = await newTopic();
      const streams = Array.from({ length: 50 }, (_, i) => `member-${i}-müller`);
      await send(
        topic,
        streams.map((key) => ({ key, value: 'told' })),
      );
      await send(
        topic,
        streams.map((key) => ({ key, value: 'own', partition: partitionOf(key, partitions) })),
      );
      const seen = await readAll(topic, 100);
      for (const { partition, message } of seen)
        expect([message.key!.toString(), partition]).toEqual([
          message.key!.toString(),
          partitionOf(message.key!.toString(), partitions),
        ]);
    });

    it('accepts a record of 256 KiB, headers of any text and bytes, and four such records at once', async () => {
      const topic = await newTopic([{ name: 'max.message.bytes', value: '2097152' }]);
      const value = Buffer.alloc(256 * 1024, 'ä');
      const headers = { text: '→ ä 漢', bytes: Buffer.from([0, 255, 128]), empty: '' };
      await send(
        topic,
        [1, 2, 3, 4].map(() => ({ partition: 0, key: 'schlüssel', value, headers })),
      );
      for (const { message } of await readAll(topic, 4)) {
        expect(message.value!.equals(value)).toBe(true);
        expect(message.key!.toString()).toBe('schlüssel');
        expect(String(message.headers!['text'])).toBe('→ ä 漢');
        expect(String(message.headers!['empty'])).toBe('');
        expect(message.headers!['bytes']).toEqual(Buffer.from([0, 255, 128]));
      }
    });

    it('is refused permanently when a batch exceeds the topic’s limit', async () => {
      const topic = await newTopic([{ name: 'max.message.bytes', value: '1000' }]);
      await expect(send(topic, [{ partition: 0, value: Buffer.alloc(2_000) }])).rejects.toThrow('larger than the max');
    });

    it('accepts gzip', async () => {
      const topic = await newTopic();
      await producer.send({ topic, messages: numbered(0, 100, () => 0), acks: -1, compression: 1 });
      expect((await readAll(topic, 100)).map(({ message }) => numberOf(message))).toEqual(
        Array.from({ length: 100 }, (_, i) => i),
      );
    });
  });

  describe('a group of consumers', () => {
    it('receives uncommitted records again, from the committed offset on', async () => {
      const topic = await newTopic();
      const group = `contract-${randomUUID()}`;
      await send(
        topic,
        numbered(0, 10, () => 3),
      );
      let first = () => {};
      const hasFirst = new Promise<void>((resolve) => (first = resolve));
      const done = await consume(topic, group, () => (first(), true));
      await hasFirst;
      await expect
        .poll(async () => (await admin.fetchOffsets({ groupId: group, topics: [topic] }))[0]!.partitions[3]!.offset)
        .toBe('10');
      await done.disconnect();

      await send(
        topic,
        numbered(10, 5, () => 3),
      );
      const before: number[] = [];
      let got = () => {};
      const hasGot = new Promise<void>((resolve) => (got = resolve));
      const dies = await consume(topic, group, ({ batch }) => {
        before.push(...batch.messages.map(numberOf));
        got();
        return false;
      });
      await hasGot;
      await dies.disconnect();

      const after: number[] = [];
      await consume(topic, group, ({ batch }) => {
        after.push(...batch.messages.map(numberOf));
        return true;
      });
      await expect.poll(() => after, { timeout: 60_000 }).toEqual([10, 11, 12, 13, 14]);
      expect(before.slice(0, after.length)).toEqual(after.slice(0, before.length));
    });

    it('shares the partitions, and takes over those of a consumer that leaves, without losing records', async () => {
      const topic = await newTopic();
      const group = `contract-${randomUUID()}`;
      const seen = new Map<string, Set<number>>([
        ['a', new Set()],
        ['b', new Set()],
      ]);
      const all = new Set<number>();
      const assigned = new Map<string, number[]>();
      const join = (name: string) =>
        consume(
          topic,
          group,
          ({ batch }) => {
            seen.get(name)!.add(batch.partition);
            for (const message of batch.messages) all.add(numberOf(message));
            return true;
          },
          (partitions) => assigned.set(name, partitions),
        );
      await join('a');
      const b = await join('b');
      await expect
        .poll(() => [assigned.get('a')?.length, assigned.get('b')?.length], { timeout: 60_000 })
        .toEqual([2, 2]);
      await send(
        topic,
        numbered(0, 40, (n) => n % partitions),
      );
      await expect.poll(() => all.size, { timeout: 60_000 }).toBe(40);
      await b.disconnect();
      await expect.poll(() => assigned.get('a')?.length, { timeout: 60_000 }).toBe(partitions);
      await send(
        topic,
        numbered(40, 40, (n) => n % partitions),
      );
      await expect.poll(() => all.size, { timeout: 60_000 }).toBe(80);
      expect(seen.get('a')!.size).toBe(partitions);
      expect(seen.get('b')!.size).toBe(2);
    });
  });
});
