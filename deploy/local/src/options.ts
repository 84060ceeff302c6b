import { resolve } from 'node:path';
import { leastPasswordLength } from '@superscope/contracts/password-rule';
import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';

const envSchema = z.object({
  SUPERSCOPE_DATA: z.string().min(1).default('.data'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Each names an engine that somebody else runs, in place of the embedded one. */
  EVENTSTORE_URL: z.string().min(1).optional(),
  MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url().optional(),
  /** Kafka between the event store and the projectors; they follow it themselves otherwise. */
  KAFKA_BROKERS: z.string().min(1).optional(),
  /** They share the work by Kafka's partitions. */
  SUPERSCOPE_PROJECTORS: z.coerce.number().int().min(1).max(16).default(1),
  /** Of the first projector's metrics; each further one has the next. */
  PROJECTOR_PORT: z.coerce.number().int().min(1).max(65_000).optional(),
  /** 32 bytes, base64, or a file of such; made on first start otherwise. */
  SUPERSCOPE_MASTER_KEY: z.string().min(1).optional(),
  SUPERSCOPE_MASTER_KEY_FILE: z.string().min(1).optional(),
  SUPERSCOPE_DEMO_PASSWORD: z.string().min(leastPasswordLength).optional(),
  SUPERSCOPE_ADMIN_PASSWORD: z.string().min(leastPasswordLength).optional(),
  /** Where users find the portal, for the links of its mails; this machine's own address otherwise. */
  SUPERSCOPE_PUBLIC_URL: z.url().optional(),
});

export interface Options extends Omit<z.infer<typeof envSchema>, 'SUPERSCOPE_DATA'> {
  dataDir: string;
  /** No demo data and no demo accounts. */
  empty: boolean;
  /** Wipe the data folder first, after asking. */
  reset: boolean;
  /** With `reset`: do not ask. */
  yes: boolean;
}

/**
 * Names of files whose content `readOptions` has read: the processes are given the values, and must not read them again.
 * SUPERSCOPE_MASTER_KEY_FILE is theirs to follow.
 */
export const readFileSettings: readonly string[] = Object.keys(envSchema.shape)
  .map((name) => `${name}_FILE`)
  .filter((name) => !(name in envSchema.shape));

const flags = new Set(['--empty', '--reset', '--yes']);

/** Reads the settings and flags of `npm start`. Throws one sentence for one it does not know. */
export function readOptions(argv: readonly string[], env: NodeJS.ProcessEnv): Options {
  const unknown = argv.find((arg) => !flags.has(arg));
  if (unknown !== undefined)
    throw new Error(`npm start does not know ${unknown}; it knows ${[...flags].join(', ')}, after two dashes.`);
  const { SUPERSCOPE_DATA, ...rest } = readSettings('The', envSchema, env);
  if (rest.SUPERSCOPE_PROJECTORS > 1 && rest.KAFKA_BROKERS === undefined)
    throw new Error('SUPERSCOPE_PROJECTORS above 1 needs KAFKA_BROKERS: projectors share the work by its partitions.');
  return {
    ...rest,
    dataDir: resolve(SUPERSCOPE_DATA),
    empty: argv.includes('--empty'),
    reset: argv.includes('--reset'),
    yes: argv.includes('--yes'),
  };
}
