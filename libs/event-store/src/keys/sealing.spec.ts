import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { open, openText, seal, sealText } from './sealing.js';

const key = randomBytes(32);

describe('an encrypted value', () => {
  it('is decrypted with its key at its place', () => {
    expect(openText(sealText('Zoë Nguyễn', key, 'person/name'), key, 'person/name')).toBe('Zoë Nguyễn');
    expect(open(seal(Buffer.of(0, 255, 7), key, 'x'), key, 'x')).toEqual(Buffer.of(0, 255, 7));
    expect(openText(sealText('', key, 'person/name'), key, 'person/name')).toBe('');
  });

  it('cannot be decrypted with another key, at another place, or with a changed bit', () => {
    const sealed = seal('secret', key, 'person/name');
    const changed = Buffer.from(sealed);
    changed[14]! ^= 1;
    expect(() => open(sealed, randomBytes(32), 'person/name')).toThrow();
    expect(() => open(sealed, key, 'person/login')).toThrow();
    expect(() => open(changed, key, 'person/name')).toThrow();
    expect(() => open(sealed.subarray(0, 20), key, 'person/name')).toThrow('not a sealed value');
  });

  it('is never the same twice, so that equal values cannot be recognised', () => {
    const many = new Set(Array.from({ length: 3000 }, () => sealText('same', key, 'a/b')));
    expect(many.size).toBe(3000);
  });
});
