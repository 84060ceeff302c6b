import { describe, expect, it } from 'vitest';
import { hostNameOf, isOfDomain, isWithoutTls } from './host-name.js';

describe('the domain of a browser client', () => {
  it('is the host of what the Admin entered, in lower case', () => {
    expect(hostNameOf(' Super.Example.com ')).toBe('super.example.com');
    expect(hostNameOf('https://super.example.com/join?x=1')).toBe('super.example.com');
    expect(hostNameOf('localhost:8080')).toBe('localhost:8080');
    expect(hostNameOf('http://[::1]:8080/')).toBe('[::1]:8080');
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

  it('has no pages without TLS, except on the browser’s own machine', () => {
    for (const origin of ['http://example.com', 'http://super.example.com', 'http://evil.example.com:80'])
      expect(isOfDomain(origin, 'example.com')).toBe(false);
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost'])
      expect([isOfDomain(`http://${host}`, host), isOfDomain(`https://${host}`, host)]).toEqual([true, true]);
    expect(isOfDomain('http://127.0.0.1.example.com', '127.0.0.1.example.com')).toBe(false);
    expect(isOfDomain('http://evil.localhost', 'localhost')).toBe(false);
  });

  it('is not registered by the address of a page without TLS', () => {
    expect(
      ['http://super.example.com', ' HTTP://10.1.2.3:8080/x', 'http://localhost.example.com'].map(isWithoutTls),
    ).toEqual([true, true, true]);
    for (const text of [
      'https://super.example.com',
      'super.example.com',
      'http://localhost:8080/x',
      'http://127.0.0.1',
      'http://[::1]:3000',
    ])
      expect(isWithoutTls(text)).toBe(false);
  });
});
