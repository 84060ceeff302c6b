import { z } from 'zod';

/** Settings of every process that uses Kafka, as part of the process's own settings. */
export const kafkaShape = {
  /** Host and port of each broker, comma-separated. Unset: there is no Kafka, and projectors follow the event store themselves. */
  KAFKA_BROKERS: z.string().min(1).optional(),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[a-zA-Z0-9._-]{1,200}$/)
    .default('superscope.events'),
  /** Cannot be changed once the topic exists, because streams would change their partition. */
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(12),
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(7).default(1),
  /** -1: no limit. */
  KAFKA_RETENTION_MS: z.coerce.number().int().min(-1).default(-1),
  KAFKA_GROUP: z.string().min(1).default('superscope-projector'),
  KAFKA_COMPRESSION: z.enum(['none', 'gzip']).default('none'),
  KAFKA_SSL: z.stringbool().default(false),
  KAFKA_SASL_MECHANISM: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).default('scram-sha-512'),
  KAFKA_USERNAME: z.string().min(1).optional(),
  KAFKA_PASSWORD: z.string().min(1).optional(),
};

export type KafkaEnv = z.infer<z.ZodObject<typeof kafkaShape>>;

export interface KafkaSettings {
  brokers: string[];
  topic: string;
  partitions: number;
  replication: number;
  retentionMs: number;
  group: string;
  compression: 'none' | 'gzip';
  ssl: boolean;
  login: { mechanism: KafkaEnv['KAFKA_SASL_MECHANISM']; username: string; password: string } | null;
}

/** Null if no brokers are named. Throws one sentence if either the user or the password is missing. */
export function kafkaSettings(env: KafkaEnv): KafkaSettings | null {
  if (env.KAFKA_BROKERS === undefined) return null;
  return {
    brokers: env.KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
    topic: env.KAFKA_TOPIC,
    partitions: env.KAFKA_PARTITIONS,
    replication: env.KAFKA_REPLICATION,
    retentionMs: env.KAFKA_RETENTION_MS,
    group: env.KAFKA_GROUP,
    compression: env.KAFKA_COMPRESSION,
    ssl: env.KAFKA_SSL,
    login: loginOf(env),
  };
}

function loginOf(env: KafkaEnv): KafkaSettings['login'] {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL_MECHANISM: mechanism } = env;
  if (username === undefined && password === undefined) return null;
  if (username === undefined || password === undefined)
    throw new Error('KAFKA_USERNAME and KAFKA_PASSWORD belong together: set both or neither.');
  return { mechanism, username, password };
}
