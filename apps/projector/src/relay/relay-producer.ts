import { setTimeout as delay } from 'node:timers/promises';
import { CompressionTypes, Partitioners, type Producer } from 'kafkajs';
import type { Logger } from 'pino';
import { makeKafka } from '../kafka/kafka-client.js';
import type { KafkaSettings } from '../kafka/kafka-settings.js';
import type { RelayMessage } from './runs.js';

/** Longer than a broker's restart, or the election of another leader. */
const acknowledgedWithinMs = 60_000;

/**
 * Sends one run after the other, each to be acknowledged by all in-sync replicas. Once a `send` has failed this producer must not
 * be used any more: the client may still be trying.
 */
export class RelayProducer {
  private constructor(
    private readonly producer: Producer,
    private readonly settings: KafkaSettings,
    private readonly log: Logger,
  ) {}

  static async connect(settings: KafkaSettings, log: Logger): Promise<RelayProducer> {
    // Retries without an end keep their sequence: what a broker has already it does not take twice.
    const producer = makeKafka(settings, log, 'superscope-relay', Number.MAX_SAFE_INTEGER).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await acknowledged(producer.connect());
    return new RelayProducer(producer, settings, log);
  }

  /** Resolves with the last offset of each partition written to. Throws when a minute passed without, or Kafka refuses. */
  async send(messages: RelayMessage[]): Promise<Record<string, string>> {
    const since = performance.now();
    const answer = await acknowledged(
      this.producer.send({
        topic: this.settings.topic,
        messages,
        acks: -1,
        compression: this.settings.compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None,
      }),
    );
    const baseOffsets = new Map(answer.map(({ partition, baseOffset }) => [partition, BigInt(baseOffset ?? 0)]));
    const lasts: Record<string, string> = {};
    for (const { partition } of messages) {
      const next = lasts[partition] === undefined ? baseOffsets.get(partition) : BigInt(lasts[partition]) + 1n;
      // When a partition gets another leader midway, this client may leave it out of its next try and call that a success.
      if (next === undefined) throw new Error(`Kafka did not acknowledge partition ${partition}.`);
      lasts[partition] = String(next);
    }
    if (this.log.isLevelEnabled('debug')) this.tell(messages, performance.now() - since);
    return lasts;
  }

  async close(): Promise<void> {
    await this.producer.disconnect().catch(() => undefined);
  }

  private tell(messages: readonly RelayMessage[], ms: number): void {
    const ids = new Set(messages.map(({ headers }) => String(headers?.['correlationId'])));
    const correlationIds = [...ids].slice(0, 20);
    this.log.debug({ events: messages.length, ms: Math.round(ms), correlationIds }, 'relayed');
  }
}

/** What the brokers answer, or an error after a minute without. */
async function acknowledged<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const answered = new AbortController();
  const silence = delay(acknowledgedWithinMs, null, { signal: answered.signal }).then(() => {
    throw new Error(`Kafka acknowledged nothing for ${acknowledgedWithinMs / 1000} seconds.`);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    silence.catch(() => undefined);
    answered.abort();
  }
}
