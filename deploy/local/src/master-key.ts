import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The key that wraps all others: as set, or made once beside the data with owner-only rights. */
export function masterKey(set: string | undefined, file: string): string {
  if (set !== undefined) return set;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const key = randomBytes(32).toString('base64');
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' });
  return key;
}
