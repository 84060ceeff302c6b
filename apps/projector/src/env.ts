import { asOfIdleMinutes } from '@superscope/contracts/as-of-views';
import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';
import { kafkaShape } from './kafka/kafka-settings.js';

const schema = z.object({
  EVENTSTORE_URL: z.string().min(1),
  MONGODB_URL: z.string().min(1),
  /** A separate MongoDB for the keys. */
  VAULT_MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url(),
  /** Tables are created as Replicated ones on this cluster. */
  CLICKHOUSE_CLUSTER: z.string().min(1).optional(),
  /** File of the master key and former ones, one on each line, the current one first. It is read again when it changes. */
  SUPERSCOPE_MASTER_KEY_FILE: z.string().min(1).optional(),
  /** Instead of the file: the key (32 bytes, base64), and former keys, comma-separated. */
  SUPERSCOPE_MASTER_KEY: z.string().min(1).optional(),
  SUPERSCOPE_PREVIOUS_MASTER_KEYS: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  /** Port of /metrics and /health. Without it neither is served. */
  PROJECTOR_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Address on which that port listens: loopback by default; containers need another. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Minutes after which an unread view of a plan as it stood at a past moment is removed. */
  SUPERSCOPE_HISTORY_IDLE_MINUTES: z.coerce.number().int().min(1).max(100_000).default(asOfIdleMinutes),
  /** Disk space that all such views may take together. */
  SUPERSCOPE_HISTORY_DISK_MB: z.coerce.number().int().min(1).default(4_096),
  ...kafkaShape,
});

export type Env = z.infer<typeof schema>;

/** Throws one sentence that names what is missing or wrong. */
export const readEnv = (source: NodeJS.ProcessEnv): Env => readSettings("The projector's", schema, source);
