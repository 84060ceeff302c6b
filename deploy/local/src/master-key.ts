import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Options } from './options.js';

/** The file with a data folder's generated master key and former ones. */
export const masterKeyFile = (dataDir: string) => join(dataDir, 'keys', 'master-key');

type KeyOptions = Pick<Options, 'dataDir' | 'SUPERSCOPE_MASTER_KEY' | 'SUPERSCOPE_MASTER_KEY_FILE'>;

/** The setting with the master key, which wraps all other keys: as set, or a file generated once in the data folder. */
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
