import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { orEndWith, readSettings, settingsOrEnd } from '@superscope/event-store/connection/settings';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { z } from 'zod';
import { OtherSchema } from '../analytics-schema/analytics-schema.js';
import { applySchema } from './apply-schema.js';

const settings = z.object({
  MONGODB_URL: z.string().min(1),
  VAULT_MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url(),
  /** Tables are created as Replicated ones on this cluster. */
  CLICKHOUSE_CLUSTER: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

// Ends with 0 once the schema of this version is applied, so that servers may start. It may be run at any time, and again.
const env = await settingsOrEnd(() => readSettings("The schema step's", settings, process.env));
const log = pino({ name: 'schema', level: env.LOG_LEVEL });
const mongo = await MongoClient.connect(env.MONGODB_URL);
const vaultMongo = env.VAULT_MONGODB_URL ? await MongoClient.connect(env.VAULT_MONGODB_URL) : mongo;
const clickhouse = createClient({
  url: env.CLICKHOUSE_URL,
  application: 'superscope-schema',
  log: { level: ClickHouseLogLevel.OFF },
  request_timeout: 120_000,
});
const kind = { cluster: env.CLICKHOUSE_CLUSTER ?? null };
await orEndWith(OtherSchema, () => applySchema({ mongo, vaultMongo, clickhouse, kind, log }));
await Promise.all([clickhouse.close(), mongo.close(), vaultMongo.close()]);
// The parent process may keep the channel open.
if (process.send) await new Promise<void>((sent) => process.send!({ ready: true, url: '' }, () => sent()));
process.exit(0);
