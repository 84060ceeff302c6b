import { describe, expect, it } from 'vitest';
import { readEnv } from '../../env.js';
import { salesforceSettings } from './salesforce-settings.js';

const engines = { EVENTSTORE_URL: 'esdb://x', MONGODB_URL: 'mongodb://x', CLICKHOUSE_URL: 'http://x' };
const client = { SALESFORCE_CLIENT_ID: '3MVG9', SALESFORCE_CLIENT_SECRET: 'the-secret' };
const read = (more: NodeJS.ProcessEnv) => readEnv({ ...engines, ...client, ...more });

describe('the settings of Salesforce', () => {
  it('are none without an address', () => {
    expect(salesforceSettings(readEnv({ ...engines }))).toBeNull();
  });

  it.each(['https://fund.my.salesforce.com', 'https://fund--uat.sandbox.my.salesforce.com/', 'http://127.0.0.1:4100'])(
    'accept %s',
    (SALESFORCE_URL) => {
      expect(salesforceSettings(read({ SALESFORCE_URL }))).toEqual({
        url: new URL(SALESFORCE_URL),
        clientId: '3MVG9',
        clientSecret: 'the-secret',
      });
    },
  );

  it.each([
    ['http://fund.my.salesforce.com', /must begin with https/],
    ['https://fund.my.salesforce.com/services', /address of My Domain alone/],
    ['https://user:word@fund.my.salesforce.com', /address of My Domain alone/],
    ['https://fund.my.salesforce.com/?x=1', /address of My Domain alone/],
    ['https://10.0.0.8', /a host, not an IP address/],
    ['https://login.salesforce.com', /must be the address of My Domain/],
    ['fund', /SALESFORCE_URL must be an address/],
  ])('refuse %s at the start', (SALESFORCE_URL, message) => {
    expect(() => read({ SALESFORCE_URL })).toThrow(message);
    expect(() => read({ SALESFORCE_URL })).not.toThrow(/the-secret|word/);
  });

  it('are refused at the start where one is missing', () => {
    const SALESFORCE_URL = 'https://fund.my.salesforce.com';
    for (const missing of ['SALESFORCE_CLIENT_ID', 'SALESFORCE_CLIENT_SECRET'])
      expect(() => read({ SALESFORCE_URL, [missing]: undefined })).toThrow(
        'SALESFORCE_URL needs SALESFORCE_CLIENT_ID and SALESFORCE_CLIENT_SECRET beside it.',
      );
  });
});
