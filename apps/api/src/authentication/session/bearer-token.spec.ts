import { describe, expect, it } from 'vitest';
import { bearerOf, hasHash, newSecret, secretHashOf, tokenFrom, tokenText } from './bearer-token.js';

const tokenId = '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';

describe('a bearer token', () => {
  it('contains its user, its id and its secret', () => {
    for (const userId of ['a', 'an-application', 'with.dots.in-it', 'x'.repeat(100), tokenId]) {
      const token = { userId, tokenId, secret: newSecret() };
      expect(tokenFrom(tokenText(token))).toEqual(token);
    }
  });

  it('is refused with a missing, invalid or oversized part', () => {
    const secret = newSecret();
    const right = tokenText({ userId: 'a', tokenId, secret });
    for (const wrong of [
      ...['', 'ssa_', secret, right.slice(1), right.slice(0, -1), `${right}x`, `${right} `, ` ${right}`],
      ...[`ssa_.${tokenId}.${secret}`, `ssa_a.${secret}`, `ssa_a.${tokenId.toUpperCase()}.${secret}`],
      ...[`ssa_a b.${tokenId}.${secret}`, `ssa_ä.${tokenId}.${secret}`, `ssa_$all.${tokenId}.${secret}`],
      ...[
        `ssa_${'x'.repeat(101)}.${tokenId}.${secret}`,
        'ssa_'.repeat(4_000),
        `${right}\n`,
        `ssa_\u0000.${tokenId}.${secret}`,
      ],
    ])
      expect([wrong.slice(0, 60), tokenFrom(wrong)]).toEqual([wrong.slice(0, 60), null]);
  });

  it('has a secret of 256 bits, of which a hash is kept', () => {
    const secret = newSecret();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(newSecret()).not.toBe(secret);
    expect(hasHash(secret, secretHashOf(secret))).toBe(true);
    expect(hasHash(newSecret(), secretHashOf(secret))).toBe(false);
    expect(hasHash(secret, 'of another length')).toBe(false);
  });
});

describe('an Authorization header', () => {
  it('brings a token with the word Bearer, in any case, or without', () => {
    for (const header of ['ssa_x', 'Bearer ssa_x', 'bearer  ssa_x', ' BEARER ssa_x '])
      expect(bearerOf(header)).toBe('ssa_x');
    expect(bearerOf('bearerssa_x')).toBe('bearerssa_x');
    expect(bearerOf('Basic dXNlcjpwYXNz')).toBe('Basic dXNlcjpwYXNz');
  });

  it('has none if it is empty, or has the word of a client without a token', () => {
    for (const header of [undefined, '', '  ', 'Bearer', 'Bearer ', 'undefined', 'Bearer undefined'])
      expect(bearerOf(header)).toBeNull();
  });
});
