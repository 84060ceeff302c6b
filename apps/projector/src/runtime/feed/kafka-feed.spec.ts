import { EventEmitter } from 'node:events';
import type { Kafka } from 'kafkajs';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KafkaFeed, type KafkaFeedParts } from './kafka-feed.js';

const topic = 'superscope';

/** Named like the client's errors, not all of which it exports. */
const clientError = (name: string, cause?: Error) => Object.assign(new Error(name, { cause }), { name });

/** A feed over a fake client whose consumer joins and crashes on request. */
function feedOf() {
  const events = new EventEmitter();
  const consumer = {
    events: { GROUP_JOIN: 'join', CRASH: 'crash' },
    on: (name: string, listener: (event: unknown) => void) => events.on(name, listener),
    connect: vi.fn(() => Promise.resolve()),
    disconnect: () => Promise.resolve(),
    subscribe: () => Promise.resolve(),
    run: vi.fn(() => Promise.resolve()),
  };
  const partition = { partitionId: 0, replicas: [1], isr: [1] };
  const configs = { resources: [{ configEntries: [] }] };
  const admin = {
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    listTopics: () => Promise.resolve([topic]),
    fetchTopicMetadata: () => Promise.resolve({ topics: [{ name: topic, partitions: [partition] }] }),
    describeConfigs: () => Promise.resolve(configs),
  };
  const onEnded = vi.fn();
  const feed = new KafkaFeed({
    kafka: { admin: () => admin, consumer: () => consumer } as unknown as Kafka,
    settings: { topic, group: topic, partitions: 1, replication: 1, retentionMs: null },
    types: [],
    log: pino({ level: 'silent' }),
    onEnded,
  } as unknown as KafkaFeedParts);
  onTestFinished(() => feed.stop());
  const crash = (error: Error) => events.emit('crash', { payload: { error, restart: false, groupId: topic } });
  return { feed, consumer, crash, onEnded };
}

const started = async () => {
  const parts = feedOf();
  await parts.feed.start(
    () => Promise.resolve(),
    () => undefined,
  );
  await vi.waitFor(() => expect(parts.consumer.run).toHaveBeenCalledTimes(1), 30_000);
  return parts;
};

describe('the feed through Kafka', () => {
  it('joins its group again when a broker that came back has no coordinator for it yet', async () => {
    const { consumer, crash, onEnded } = await started();
    crash(clientError('KafkaJSNonRetriableError', clientError('KafkaJSGroupCoordinatorNotFound')));
    await vi.waitFor(() => expect(consumer.run).toHaveBeenCalledTimes(2), 30_000);
    expect(consumer.connect).toHaveBeenCalledTimes(2);
    expect(onEnded).not.toHaveBeenCalled();
  });

  it('ends its process when the client gives up for another reason', async () => {
    const { consumer, crash, onEnded } = await started();
    crash(clientError('KafkaJSNonRetriableError', clientError('KafkaJSSASLAuthenticationError')));
    expect(onEnded).toHaveBeenCalledOnce();
    expect(consumer.run).toHaveBeenCalledTimes(1);
  });
});
