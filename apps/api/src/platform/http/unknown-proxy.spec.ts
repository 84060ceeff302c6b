import { describe, expect, it } from 'vitest';
import { unknownProxyOf } from './unknown-proxy.js';

const of = (ips: string[] | undefined, headers: Record<string, string>, ip = ips?.at(-1) ?? '10.0.0.5') =>
  unknownProxyOf({ headers, ip, ips });

describe('a forwarded header', () => {
  it('of a proxy that is not named is found, with or without other proxies that are', () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    expect(of(undefined, forwarded)).toEqual({ address: '10.0.0.5', header: 'X-Forwarded-For' });
    expect(of(['10.0.0.5'], forwarded)).toEqual({ address: '10.0.0.5', header: 'X-Forwarded-For' });
    const throughTwo = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' };
    expect(of(['10.0.0.5', '198.51.100.9'], throughTwo)).toEqual({
      address: '198.51.100.9',
      header: 'X-Forwarded-For',
    });
  });

  it('of named proxies is not', () => {
    expect(of(['10.0.0.5', '203.0.113.7'], { 'x-forwarded-for': '203.0.113.7' })).toBeNull();
    expect(of(undefined, {})).toBeNull();
    expect(of(undefined, { 'x-forwarded-for': ' , ' })).toBeNull();
  });

  it('of the newer form is found from any sender, because the api does not read it', () => {
    const header = { forwarded: 'for=203.0.113.7' };
    expect(of(['10.0.0.5'], header)).toEqual({ address: '10.0.0.5', header: 'Forwarded' });
    expect(of(undefined, header)).toEqual({ address: '10.0.0.5', header: 'Forwarded' });
    expect(
      of(['10.0.0.5', '203.0.113.7'], { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' }),
    ).toBeNull();
  });
});
