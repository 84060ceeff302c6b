import { describe, expect, it } from 'vitest';
import { mayBeSentFrom } from './token-binding.js';

const from = (address: string, origin?: string) => ({ address, origin });

describe('a token of an Application', () => {
  const application = { role: 'Application' } as const;

  it('is accepted from anywhere if it has no addresses', () =>
    expect(mayBeSentFrom(application, {}, from('203.0.113.9'))).toBe(true));

  it('is accepted only from its addresses and networks', () => {
    const bound = { addresses: ['10.1.2.3', '192.168.0.0/16', '2001:db8::/32'] };
    const allowed = (address: string) => mayBeSentFrom(application, bound, from(address));
    expect(['10.1.2.3', '::ffff:10.1.2.3', '192.168.9.9', '2001:db8::7'].map(allowed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.1.2.4', '192.169.0.1', '2001:db9::7', ''].map(allowed)).toEqual([false, false, false, false]);
  });
});

describe('a token of a BrowserClient', () => {
  const client = { role: 'BrowserClient', domain: 'super.example.com' } as const;

  it('is accepted only from pages of its domain', () => {
    expect(mayBeSentFrom(client, {}, from('10.0.0.1', 'https://super.example.com'))).toBe(true);
    expect(mayBeSentFrom(client, {}, from('10.0.0.1', 'https://other.example.com'))).toBe(false);
  });

  it('is refused without an origin, for example from a script on a server', () => {
    expect(mayBeSentFrom(client, {}, from('10.0.0.1'))).toBe(false);
    expect(mayBeSentFrom({ role: 'BrowserClient' }, {}, from('10.0.0.1', 'https://super.example.com'))).toBe(false);
  });
});
