import type { Env } from '../../env.js';
import { isLoopback } from './sign-on-settings.js';

/** Throws an Error for settings of the host for acceptance tests that do not fit together; it names no value. */
export function checkUatSettings({ UAT_URL: address, UAT_TOKEN: token }: Pick<Env, 'UAT_URL' | 'UAT_TOKEN'>): void {
  if ((address === undefined) !== (token === undefined)) throw new Error('UAT_URL and UAT_TOKEN are set together.');
  if (address === undefined) return;
  const url = new URL(address);
  // The token would be read on the way.
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new Error('UAT_URL must begin with https://.');
  if (url.username !== '' || url.password !== '') throw new Error('UAT_URL must hold no user and no password.');
}
