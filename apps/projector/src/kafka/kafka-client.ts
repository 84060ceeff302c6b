import { Kafka, logLevel, type LogEntry, type SASLOptions } from 'kafkajs';
import type { KafkaSettings } from './kafka-settings.js';

/**
 * What the client reports as errors while brokers start, elect leaders or move a group's coordinator. It tries again by itself;
 * its failures are thrown to the caller.
 */
const passing =
  /coordinator|leader|loading|rebalanc|not host this topic|metadata|Connection (error|timeout|closed)|Closed connection|ECONNREFUSED|ECONNRESET|Failed to connect|Request .* timed out|disconnected|does not exist|heartbeat/i;

/** Some seconds: the caller gets an error while brokers are away, and may retry. */
const usualRetries = 10;

/** Where the client's own log goes. */
export type KafkaLog = { [Level in 'debug' | 'warn']: (detail: object, message: string) => void };

/** The one place where Kafka's client is made. `name` tells the brokers who asks. */
export function makeKafka(settings: KafkaSettings, log: KafkaLog, name: string, retries = usualRetries): Kafka {
  const { brokers, ssl, login } = settings;
  return new Kafka({
    clientId: name,
    brokers,
    ssl,
    // A copy: the client writes functions into it, and the settings go on to another thread.
    ...(login !== null && { sasl: { ...login } as SASLOptions }),
    connectionTimeout: 5_000,
    // By itself the client would wait up to 30 s between two tries: longer than a broker takes to come back.
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
