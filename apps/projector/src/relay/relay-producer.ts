import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { KafkaSettings } from '../kafka/kafka-settings.js';
import type { ProducerReply, ProducerRequest } from './producer-messages.js';
import type { ProducerOptions } from './producer.worker.js';
import type { RelayMessage } from './runs.js';

/** Longer than a broker's restart, or the election of another leader. */
const acknowledgedWithinMs = 60_000;
const closedWithinMs = 5_000;

/** The built file, because a thread cannot load TypeScript on Node 20. */
const workerFile = createRequire(import.meta.url).resolve('@superscope/projector/relay/producer.worker');

type Answer = Exclude<ProducerReply, { kind: 'log' }>;

/**
 * Sends one run after another, each of which all in-sync replicas must acknowledge. After a failed `send` this producer must not be used
 * again, because the client may still be retrying.
 */
export class RelayProducer {
  private readonly worker: Worker;
  private answered: ((answer: Answer) => void) | null = null;
  private ended: Answer | null = null;

  private constructor(
    settings: KafkaSettings,
    private readonly log: Logger,
  ) {
    const workerData: ProducerOptions = { settings, debug: log.isLevelEnabled('debug') };
    // The thread starts without the process's own flags: --input-type, for example, would prevent it from loading a file.
    this.worker = new Worker(workerFile, { workerData, execArgv: [] });
    this.worker.on('message', (reply: ProducerReply) => {
      if (reply.kind === 'log') log[reply.level](reply.detail, reply.message);
      else this.receive(reply);
    });
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('The thread that talks to Kafka has ended.')));
  }

  /** Throws if no broker answers within a minute. */
  static async connect(settings: KafkaSettings, log: Logger): Promise<RelayProducer> {
    const producer = new RelayProducer(settings, log);
    try {
      await producer.answer();
      return producer;
    } catch (error) {
      await producer.close();
      throw error;
    }
  }

  /** Resolves with the last offset of each partition written to. Throws if there is no answer within a minute, or if Kafka refuses. */
  async send(messages: RelayMessage[]): Promise<Record<string, string>> {
    const since = performance.now();
    this.worker.postMessage({ kind: 'send', messages } satisfies ProducerRequest);
    const answer = await this.answer();
    const baseOffsets = answer.kind === 'sent' ? answer.baseOffsets : new Map<number, bigint>();
    const lasts: Record<string, string> = {};
    for (const { partition } of messages) {
      const next = lasts[partition] === undefined ? baseOffsets.get(partition) : BigInt(lasts[partition]) + 1n;
      // If a partition's leader changes midway, this client may leave the partition out of its next try and report success.
      if (next === undefined) throw new Error(`Kafka did not acknowledge partition ${partition}.`);
      lasts[partition] = String(next);
    }
    if (this.log.isLevelEnabled('debug')) this.tell(messages, performance.now() - since);
    return lasts;
  }

  async close(): Promise<void> {
    if (this.ended === null) {
      const exited = once(this.worker, 'exit').catch(() => undefined);
      this.worker.postMessage({ kind: 'close' } satisfies ProducerRequest);
      const late = new AbortController();
      await Promise.race([exited, delay(closedWithinMs, null, { signal: late.signal }).catch(() => undefined)]);
      late.abort();
    }
    await this.worker.terminate();
  }

  /** The next reply of the thread. Throws after a minute without one. */
  private async answer(): Promise<Answer> {
    const answered = new AbortController();
    const silence = delay(acknowledgedWithinMs, null, { signal: answered.signal }).then(() => {
      throw new Error(`Kafka acknowledged nothing for ${acknowledgedWithinMs / 1000} seconds.`);
    });
    silence.catch(() => undefined);
    const next = new Promise<Answer>((resolve) => (this.answered = resolve));
    if (this.ended !== null) this.receive(this.ended);
    try {
      const answer = await Promise.race([next, silence]);
      if (answer.kind === 'failed') throw answer.error;
      return answer;
    } finally {
      answered.abort();
    }
  }

  private receive(answer: Answer): void {
    this.answered?.(answer);
    this.answered = null;
  }

  private end(error: Error): void {
    this.ended ??= { kind: 'failed', error };
    this.receive(this.ended);
  }

  private tell(messages: readonly RelayMessage[], ms: number): void {
    const ids = new Set(messages.map(({ headers }) => String(headers?.['correlationId'])));
    const correlationIds = [...ids].slice(0, 20);
    this.log.debug({ events: messages.length, ms: Math.round(ms), correlationIds }, 'relayed');
  }
}
