import { randomUUID } from 'node:crypto';
import type { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import type { Kafka } from 'kafkajs';
import { rawEventOf, type ReceivedRecord } from '../kafka/record.js';
import { UnfitTopicError } from '../kafka/topics.js';

export interface Ends {
  partition: number;
  /** Offset of the oldest kept record. */
  low: string;
  /** Offset of the next record. */
  high: string;
}

const readWithinMs = 30_000;

/**
 * Throws UnfitTopicError if a topic's newest records are not of this event store: they belong to another portal, or to this one before it
 * was wiped or restored. Positions of two stores cannot be compared, so consumers would drop new events.
 */
export async function requireOwnTopic(
  kafka: Kafka,
  topic: string,
  ends: readonly Ends[],
  events: RawEventLog,
): Promise<void> {
  for (const record of await newestRecords(kafka, topic, ends)) {
    const event = rawEventOf(record);
    if (event === null)
      throw new UnfitTopicError(`Topic ${topic} holds records that are not events: set KAFKA_TOPIC to another topic.`);
    if (!(await events.has(event.streamId, event.revision, event.id)))
      throw new UnfitTopicError(
        `Topic ${topic} holds events of another event store, or of this one before it was restored: name a new topic by KAFKA_TOPIC, or delete this one.`,
      );
  }
}

/** The last record of each partition that is not empty. */
async function newestRecords(kafka: Kafka, topic: string, ends: readonly Ends[]): Promise<ReceivedRecord[]> {
  const newest = new Map(
    ends
      .filter(({ low, high }) => BigInt(high) > BigInt(low))
      .map(({ partition, high }) => [partition, BigInt(high) - 1n]),
  );
  if (newest.size === 0) return [];
  const found = new Map<number, ReceivedRecord>();
  const consumer = kafka.consumer({
    groupId: `superscope-relay-${randomUUID()}`,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await consumer.connect();
    await consumer.subscribe({ topic });
    const all = new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`The newest records of topic ${topic} cannot be read.`)), readWithinMs);
      void consumer.run({
        autoCommit: false,
        eachMessage: ({ partition, message }) => {
          if (BigInt(message.offset) >= (newest.get(partition) ?? 0n) && !found.has(partition))
            found.set(partition, message);
          if ([...newest.keys()].every((each) => found.has(each))) resolve();
          return Promise.resolve();
        },
      });
      for (const [partition, offset] of newest) consumer.seek({ topic, partition, offset: String(offset) });
    });
    await all;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
  }
  return [...newest.keys()].map((partition) => found.get(partition)!);
}
