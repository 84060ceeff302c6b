import kafkajs, { type Admin } from 'kafkajs';
import type { Logger } from 'pino';
import type { KafkaSettings } from './kafka-settings.js';
import { makeTopic } from './make-topic.js';

/** Larger than any append: the event store accepts 1 MiB, and a record adds its headers. */
const createdMessageBytes = 2 * 1024 * 1024;
const leastMessageBytes = 1024 * 1024;

/** A topic that must not be used as it is. The message says what to change. */
export class UnfitTopicError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitTopicError';
  }
}

export interface CheckedTopic {
  /** Whether it was just created and is empty. */
  created: boolean;
  /** Size limit of a batch of records for one partition. */
  maxBatchBytes: number;
}

/**
 * Creates the topic if it is missing, and checks an existing one against the settings. Throws UnfitTopicError for a setting that would
 * break the order or lose records; other differences are logged.
 */
export async function checkTopic(admin: Admin, settings: KafkaSettings, log: Logger): Promise<CheckedTopic> {
  const { topic, partitions, replication, retentionMs } = settings;
  const created = !(await admin.listTopics()).includes(topic) && (await create(admin, settings));
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
  const found = topics[0]!.partitions;
  if (found.length !== partitions)
    throw new UnfitTopicError(
      `Topic ${topic} has ${found.length} partitions and KAFKA_PARTITIONS says ${partitions}: a stream's events would move to another partition and lose their order. Set KAFKA_PARTITIONS=${found.length}, or name a new topic by KAFKA_TOPIC.`,
    );
  const replicas = Math.min(...found.map((partition) => partition.replicas.length));
  if (replicas !== replication)
    log.warn({ topic, replicas, wanted: replication }, 'the replication of the topic differs from KAFKA_REPLICATION');

  const config = await configOf(admin, topic);
  if (config.get('cleanup.policy')?.includes('compact'))
    throw new UnfitTopicError(`Topic ${topic} is compacted, which drops events: set its cleanup.policy to delete.`);
  const maxBatchBytes = Number(config.get('max.message.bytes'));
  if (maxBatchBytes < leastMessageBytes)
    throw new UnfitTopicError(
      `Topic ${topic} accepts records of at most ${maxBatchBytes} bytes: set its max.message.bytes to ${createdMessageBytes}.`,
    );
  const retention = Number(config.get('retention.ms'));
  if (retention !== retentionMs)
    log.warn({ topic, retention, wanted: retentionMs }, 'the retention of the topic differs from KAFKA_RETENTION_MS');
  return { created, maxBatchBytes };
}

/** False if another client created it in the meantime. */
const create = (admin: Admin, { topic, partitions, replication, retentionMs }: KafkaSettings): Promise<boolean> =>
  makeTopic(admin, {
    topic,
    numPartitions: partitions,
    replicationFactor: replication,
    configEntries: [
      { name: 'cleanup.policy', value: 'delete' },
      { name: 'retention.ms', value: String(retentionMs) },
      { name: 'retention.bytes', value: '-1' },
      { name: 'max.message.bytes', value: String(createdMessageBytes) },
      // Acknowledged records survive the loss of one broker.
      { name: 'min.insync.replicas', value: String(Math.min(2, replication)) },
    ],
  });

async function configOf(admin: Admin, topic: string): Promise<Map<string, string>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
  });
  return new Map(resources[0]!.configEntries.map(({ configName, configValue }) => [configName, configValue]));
}
