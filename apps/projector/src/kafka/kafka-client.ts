import { Kafka, logLevel, type LogEntry, type SASLOptions } from 'kafkajs';
import type { KafkaSettings } from './kafka-settings.js';

/**
 * Errors that the client reports while brokers start, elect leaders or move a group's coordinator. The client retries by itself, and throws
 * its failures to the caller.
 */
const passing =
  /coordinator|leader|loading|rebalanc|not host this topic|metadata|Connection (error|timeout|closed)|Closed connection|ECONNREFUSED|ECONNRESET|Failed to connect|Request .* timed out|disconnected|does not exist|heartbeat/i;

/** Enough for brokers that are unavailable for a few seconds. After that the caller gets an error and may retry. */
const usualRetries = 10;

/** Receives the client's own log. */
export type KafkaLog = { [Level in 'debug' | 'warn']: (detail: object, message: string) => void };

/** Creates Kafka's client; nothing else does. `name` identifies the caller to the brokers. */
export function makeKafka(settings: KafkaSettings, log: KafkaLog, name: string, retries = usualRetries): Kafka {
  const { brokers, ssl, login } = settings;
  return new Kafka({
    clientId: name,
    brokers,
    ssl,
    // A copy, because the client writes functions into it, and the settings are passed to another thread.
    ...(login !== null && { sasl: { ...login } as SASLOptions }),
    connectionTimeout: 5_000,
    // By default the client waits up to 30 s between two tries, which is longer than a broker's restart.
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => write(log, entry),
  });
}

function write(log: KafkaLog, { level, namespace, log: { message, error, broker, groupId } }: LogEntry): void {
  const detail = { kafka: namespace, error: error as unknown, broker: broker as unknown, group: groupId as unknown };
  const expected = passing.test(`${message} ${String(error ?? '')}`);
  if (expected || level > logLevel.WARN) log.debug(detail, message);
  else log.warn(detail, message);
}
