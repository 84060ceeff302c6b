import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';
import { kafkaSettings, kafkaShape, type KafkaSettings } from '../kafka/kafka-settings.js';

/** The relay needs no keys, because it decrypts nothing. */
const schema = z.object({
  EVENTSTORE_URL: z.string().min(1),
  MONGODB_URL: z.string().min(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  /** Port of /metrics and /health. Without it neither is served. */
  RELAY_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Address on which that port listens: loopback by default; containers need another. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  ...kafkaShape,
  KAFKA_BROKERS: z.string().min(1),
});

export type RelayEnv = z.infer<typeof schema> & { kafka: KafkaSettings };

/** Throws one sentence that names what is missing or wrong. */
export function readRelayEnv(source: NodeJS.ProcessEnv): RelayEnv {
  const env = readSettings("The relay's", schema, source);
  return { ...env, kafka: kafkaSettings(env)! };
}
