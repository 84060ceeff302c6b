import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Options } from './options.js';

/** Where a data folder keeps the master key that was made for it, and former ones. */
export const masterKeyFile = (dataDir: string) => join(dataDir, 'keys', 'master-key');

type KeyOptions = Pick<Options, 'dataDir' | 'SUPERSCOPE_MASTER_KEY' | 'SUPERSCOPE_MASTER_KEY_FILE'>;

/** The setting by which every process finds the key that wraps all others: as set, or one made once beside the data. */
export function masterKeySetting(options: KeyOptions): NodeJS.ProcessEnv {
  const { SUPERSCOPE_MASTER_KEY, SUPERSCOPE_MASTER_KEY_FILE } = options;
  if (SUPERSCOPE_MASTER_KEY !== undefined) return { SUPERSCOPE_MASTER_KEY };
  if (SUPERSCOPE_MASTER_KEY_FILE !== undefined)
    return { SUPERSCOPE_MASTER_KEY_FILE: resolve(SUPERSCOPE_MASTER_KEY_FILE) };
  const file = masterKeyFile(options.dataDir);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  return { SUPERSCOPE_MASTER_KEY_FILE: file };
}
