import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';
import { kafkaSettings, kafkaShape, type KafkaSettings } from '../kafka/kafka-settings.js';

/** No key is among them: the relay reads nothing that is sealed. */
const schema = z.object({
  EVENTSTORE_URL: z.string().min(1),
  MONGODB_URL: z.string().min(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  /** Port of /metrics and /health; none unless set. */
  RELAY_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Where that port listens: loopback unless said otherwise, as in a container. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  ...kafkaShape,
  KAFKA_BROKERS: z.string().min(1),
});

export type RelayEnv = z.infer<typeof schema> & { kafka: KafkaSettings };

/** As the projector's settings are read. */
export function readRelayEnv(source: NodeJS.ProcessEnv): RelayEnv {
  const env = readSettings("The relay's", schema, source);
  return { ...env, kafka: kafkaSettings(env)! };
}
