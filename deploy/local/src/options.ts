import { resolve } from 'node:path';
import { leastPasswordLength } from '@superscope/contracts/password-rule';
import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';

const envSchema = z.object({
  SUPERSCOPE_DATA: z.string().min(1).default('.data'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Each names an external engine that replaces the embedded one. */
  EVENTSTORE_URL: z.string().min(1).optional(),
  MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url().optional(),
  /** Kafka between the event store and the projectors. Without it the projectors read the event store directly. */
  KAFKA_BROKERS: z.string().min(1).optional(),
  /** Number of projectors, which share the work by Kafka's partitions. */
  SUPERSCOPE_PROJECTORS: z.coerce.number().int().min(1).max(16).default(1),
  /** Metrics port of the first projector; each further projector uses the next port. */
  PROJECTOR_PORT: z.coerce.number().int().min(1).max(65_000).optional(),
  /** 32 bytes in base64, or a file of such keys; generated on the first start by default. */
  SUPERSCOPE_MASTER_KEY: z.string().min(1).optional(),
  SUPERSCOPE_MASTER_KEY_FILE: z.string().min(1).optional(),
  SUPERSCOPE_DEMO_PASSWORD: z.string().min(leastPasswordLength).optional(),
  SUPERSCOPE_ADMIN_PASSWORD: z.string().min(leastPasswordLength).optional(),
  /** The portal's address in links of e-mails; by default this machine's own address. */
  SUPERSCOPE_PUBLIC_URL: z.url().optional(),
});

export interface Options extends Omit<z.infer<typeof envSchema>, 'SUPERSCOPE_DATA'> {
  dataDir: string;
  /** Start without demo data and demo accounts. */
  empty: boolean;
  /** Delete the data folder first, after confirmation. */
  reset: boolean;
  /** Skip the confirmation of `reset`. */
  yes: boolean;
}

/**
 * Settings that name files which `readOptions` has already read. The processes get the values and must not read the files again. They
 * watch SUPERSCOPE_MASTER_KEY_FILE themselves.
 */
export const readFileSettings: readonly string[] = Object.keys(envSchema.shape)
  .map((name) => `${name}_FILE`)
  .filter((name) => !(name in envSchema.shape));

const flags = new Set(['--empty', '--reset', '--yes']);

/** Reads the settings and flags of `npm start`. Throws one sentence for an unknown flag or invalid setting. */
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
