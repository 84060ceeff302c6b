import { describe, expect, it } from 'vitest';
import { networkOf } from './address-network.js';

describe('the network an address stands for', () => {
  it('is the first 64 bits of an IPv6 address, however it is written', () => {
    const ways = [
      '2001:db8:0:1::7',
      '2001:0DB8:0:1:aaaa:bbbb:cccc:dddd',
      '2001:db8:0:1:ffff::',
      '2001:db8::1:0:0:1.2.3.4',
    ];
    expect(new Set(ways.map(networkOf))).toEqual(new Set(['2001:db8:0:1::/64']));
    expect(networkOf('2001:db8:0:2::7')).toBe('2001:db8:0:2::/64');
    expect(networkOf('2001:db8::')).toBe('2001:db8:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  it('is the first 24 bits of an IPv4 address, also of one that is written as IPv6', () => {
    expect(['203.0.113.5', '203.0.113.250', '::ffff:203.0.113.5'].map(networkOf)).toEqual(
      Array<string>(3).fill('203.0.113.0/24'),
    );
    expect(networkOf('203.0.114.5')).toBe('203.0.114.0/24');
  });

  it('is the address itself if it is neither', () => {
    expect(networkOf('')).toBe('');
  });
});
