import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The file with a data folder's generated key, which signs the history. */
const historyKeyFile = (dataDir: string) => join(dataDir, 'keys', 'history-key');

/** The folder for signed heads: the one that is set, or `history` in the data folder. */
export const headsFolder = (dataDir: string, env: NodeJS.ProcessEnv): string =>
  resolve(env['SUPERSCOPE_HISTORY_HEADS'] ?? join(dataDir, 'history'));

/** The settings by which the portal signs its history: as set, or with a key generated once in the data folder. */
export function historySettings(dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { SUPERSCOPE_HISTORY_HEADS: headsFolder(dataDir, env), ...keySetting(dataDir, env) };
}

function keySetting(dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SUPERSCOPE_HISTORY_KEY, SUPERSCOPE_HISTORY_KEY_FILE } = env;
  if (SUPERSCOPE_HISTORY_KEY !== undefined) return { SUPERSCOPE_HISTORY_KEY };
  if (SUPERSCOPE_HISTORY_KEY_FILE !== undefined)
    return { SUPERSCOPE_HISTORY_KEY_FILE: resolve(SUPERSCOPE_HISTORY_KEY_FILE) };
  const file = historyKeyFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx', flush: true });
  }
  return { SUPERSCOPE_HISTORY_KEY_FILE: file };
}
