import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { keptSecret } from '../owner-only.js';

export const USER = 'superscope';

/** The data folder's password, generated on the first start. */
export const loadPassword = (dataDir: string): string =>
  keptSecret(join(dataDir, 'password'), /^[\w-]{32}$/, () => randomBytes(24).toString('base64url'));

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
