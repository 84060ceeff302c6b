import { isIP } from 'node:net';
import type { Env } from '../../env.js';
import { isLoopback } from './sign-on-settings.js';

export interface SalesforceSettings {
  /** The address of My Domain, without a path. */
  url: URL;
  clientId: string;
  clientSecret: string;
}

/** Null if Salesforce is not set up. Throws an Error for settings that do not fit together; it names no value. */
export function salesforceSettings({
  SALESFORCE_URL: address,
  SALESFORCE_CLIENT_ID: clientId,
  SALESFORCE_CLIENT_SECRET: clientSecret,
}: Pick<Env, 'SALESFORCE_URL' | 'SALESFORCE_CLIENT_ID' | 'SALESFORCE_CLIENT_SECRET'>): SalesforceSettings | null {
  if (address === undefined) return null;
  if (clientId === undefined || clientSecret === undefined)
    throw new Error('SALESFORCE_URL needs SALESFORCE_CLIENT_ID and SALESFORCE_CLIENT_SECRET beside it.');
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new Error('SALESFORCE_URL must begin with https://.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    throw new Error(
      'SALESFORCE_URL must be the address of My Domain alone, such as https://example.my.salesforce.com.',
    );
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0 && !isLoopback(url))
    throw new Error('SALESFORCE_URL must name a host, not an IP address.');
  // Every organisation signs in here, but none with client credentials.
  if (['login.salesforce.com', 'test.salesforce.com'].includes(url.hostname))
    throw new Error('SALESFORCE_URL must be the address of My Domain: client credentials work at no other.');
  return { url, clientId, clientSecret };
}
