import { asOfIdleMinutes } from '@superscope/contracts/as-of-views';
import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';
import { kafkaShape } from './kafka/kafka-settings.js';

const schema = z.object({
  EVENTSTORE_URL: z.string().min(1),
  MONGODB_URL: z.string().min(1),
  /** Keeps the keys elsewhere than the views. */
  VAULT_MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url(),
  /** Tables become Replicated ones on this cluster. */
  CLICKHOUSE_CLUSTER: z.string().min(1).optional(),
  /** File of the master key and former ones, one a line, the current one first; read again when it changes. */
  SUPERSCOPE_MASTER_KEY_FILE: z.string().min(1).optional(),
  /** Instead of the file: 32 bytes, base64; and former ones, comma-separated. */
  SUPERSCOPE_MASTER_KEY: z.string().min(1).optional(),
  SUPERSCOPE_PREVIOUS_MASTER_KEYS: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  /** Port of /metrics and /health; none unless set. */
  PROJECTOR_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Where that port listens: loopback unless said otherwise, as in a container. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** A plan as it stood at a past moment is removed when nobody read it for so long. */
  SUPERSCOPE_HISTORY_IDLE_MINUTES: z.coerce.number().int().min(1).max(100_000).default(asOfIdleMinutes),
  /** Disk that such plans may take together. */
  SUPERSCOPE_HISTORY_DISK_MB: z.coerce.number().int().min(1).default(4_096),
  ...kafkaShape,
});

export type Env = z.infer<typeof schema>;

/** Throws one sentence that names what is missing or wrong. */
export const readEnv = (source: NodeJS.ProcessEnv): Env => readSettings("The projector's", schema, source);
