import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

export const USER = 'superscope';

/** Where the password of a data folder is kept: readable by its owner only. */
export const passwordFile = (dataDir: string) => join(dataDir, 'password');

/** The data folder's password, made on first start. */
export function loadPassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

export type Admission = 'granted' | 'missing' | 'wrong';

/** Checks a request's Basic credentials or its X-ClickHouse-User and X-ClickHouse-Key headers, in constant time. */
export function credentialsCheck(password: string): (request: IncomingMessage) => Admission {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`${USER}:${password}`);
  return ({ headers }) => {
    const given = givenCredentials(headers);
    if (given === null) return 'missing';
    return timingSafeEqual(digest(given), expected) ? 'granted' : 'wrong';
  };
}

function givenCredentials(headers: IncomingMessage['headers']): string | null {
  const basic = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '');
  if (basic) return Buffer.from(basic[1]!, 'base64').toString('utf8');
  const user = headers['x-clickhouse-user'];
  const key = headers['x-clickhouse-key'];
  return typeof user === 'string' || typeof key === 'string' ? `${user ?? ''}:${key ?? ''}` : null;
}
