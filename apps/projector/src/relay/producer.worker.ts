import { parentPort, workerData } from 'node:worker_threads';
import { CompressionTypes, Partitioners } from 'kafkajs';
import { makeKafka } from '../kafka/kafka-client.js';
import type { KafkaSettings } from '../kafka/kafka-settings.js';
import type { ProducerReply, ProducerRequest } from './producer-messages.js';
import type { RelayMessage } from './runs.js';

export interface ProducerOptions {
  settings: KafkaSettings;
  debug: boolean;
}

// Encoding records for Kafka is half of the relay's work. In its own thread it continues while events are read.
const { settings, debug } = workerData as ProducerOptions;
const relay = parentPort!;
const reply = (message: ProducerReply) => relay.postMessage(message);
const log = {
  debug: (detail: object, message: string) => {
    if (debug) reply({ kind: 'log', level: 'debug', detail, message });
  },
  warn: (detail: object, message: string) => reply({ kind: 'log', level: 'warn', detail, message }),
};

// Endless retries keep their sequence numbers, so a broker does not store a record twice.
const producer = makeKafka(settings, log, 'superscope-relay', Number.MAX_SAFE_INTEGER).producer({
  idempotent: true,
  maxInFlightRequests: 1,
  allowAutoTopicCreation: false,
  createPartitioner: Partitioners.DefaultPartitioner,
});

async function send(messages: readonly RelayMessage[]): Promise<ProducerReply> {
  const answer = await producer.send({
    topic: settings.topic,
    messages: messages.map(asSent),
    acks: -1,
    compression: settings.compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None,
  });
  const baseOffsets = new Map(answer.map(({ partition, baseOffset }) => [partition, BigInt(baseOffset ?? 0)]));
  return { kind: 'sent', baseOffsets };
}

/** A Buffer from another thread arrives as a Uint8Array, which Kafka's client would send as text. */
function asSent(message: RelayMessage): RelayMessage {
  const headers = message.headers!;
  for (const [name, value] of Object.entries(headers)) if (value instanceof Uint8Array) headers[name] = asBuffer(value);
  return message.value instanceof Uint8Array ? { ...message, value: asBuffer(message.value) } : message;
}

const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

async function answer(work: Promise<ProducerReply>): Promise<void> {
  reply(await work.catch((error: unknown): ProducerReply => ({ kind: 'failed', error: asError(error) })));
}

const asError = (error: unknown): Error => new Error(error instanceof Error ? error.message : String(error));

relay.on('message', (request: ProducerRequest) => {
  if (request.kind === 'send') void answer(send(request.messages));
  else
    void producer
      .disconnect()
      .catch(() => undefined)
      .then(() => process.exit());
});
void answer(producer.connect().then(() => ({ kind: 'connected' })));
