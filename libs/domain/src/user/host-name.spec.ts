import { describe, expect, it } from 'vitest';
import { hostNameOf, isOfDomain } from './host-name.js';

describe('the domain of a browser client', () => {
  it('is the host of what the Admin entered, in lower case', () => {
    expect(hostNameOf(' Super.Example.com ')).toBe('super.example.com');
    expect(hostNameOf('https://super.example.com/join?x=1')).toBe('super.example.com');
    expect(hostNameOf('localhost:8080')).toBe('localhost:8080');
  });

  it.each(['', 'two words', '*.example.com', '-a.example', 'a..b', 'ftp://a.example', 'ä.example'])(
    'is not %j',
    (text) => expect(hostNameOf(text)).toBeNull(),
  );

  it('includes its own pages and those of its subdomains, but not of other names with the same ending', () => {
    const domain = 'example.com';
    expect(['https://example.com', 'https://super.EXAMPLE.com'].map((origin) => isOfDomain(origin, domain))).toEqual([
      true,
      true,
    ]);
    for (const origin of [
      'https://badexample.com',
      'https://example.com.evil.test',
      'https://example.com:8443',
      'null',
    ])
      expect(isOfDomain(origin, domain)).toBe(false);
  });
});
