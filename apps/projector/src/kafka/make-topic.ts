import { setTimeout as delay } from 'node:timers/promises';
import type { Admin, ITopicConfig } from 'kafkajs';

const patienceMilliseconds = 30_000;
/** Errors that a broker gives for a new topic until it has caught up with the controller's log. */
const passing = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

/**
 * Creates a topic and waits until every partition has a leader. False if another client created it. The client's own wait for leaders gives
 * up at the first broker that does not know the topic yet.
 */
export async function makeTopic(admin: Admin, topic: ITopicConfig): Promise<boolean> {
  const made = await admin.createTopics({ waitForLeaders: false, topics: [topic] });
  const limit = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      await admin.fetchTopicMetadata({ topics: [topic.topic] });
      return made;
    } catch (error) {
      if (!isPassing(error) || performance.now() > limit) throw error;
      await delay(100);
    }
  }
}

/** The client wraps an error that remains after its own retries. */
const isPassing = (error: unknown): boolean => {
  const { type, cause } = error as { type?: string; cause?: { type?: string } };
  return passing.has(type ?? cause?.type ?? '');
};
