import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.js';

describe('an address', () => {
  it.each(['8.8.8.8', '104.16.0.1', '2606:4700::1111', '2a00:1450:4009::1'])(
    'of the internet is public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('of a machine, a network or none is not: %s', (address) => expect(isPublicAddress(address)).toBe(false));
});
