import { hash } from '@node-rs/argon2';
import { sealText } from '@superscope/event-store/keys/sealing';
import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './password-hasher.js';

const key = Buffer.alloc(32, 7);
const hasher = new PasswordHasher({ secret: async () => key } as never);
/** A hash as earlier releases made it, of the password as it was typed. */
const earlier = async (password: string) =>
  sealText(await hash(password, { memoryCost: 8, timeCost: 1 }), key, 'password/u1');

const composed = 'caf\u00e9-Dvo\u0159\u00e1k';
const decomposed = composed.normalize('NFD');

describe('a password', () => {
  it('is the same in every encoding of its letters', async () => {
    for (const set of [composed, decomposed, 'caf\u00e9-\ufb01ne'.normalize('NFKD')]) {
      const sealed = await hasher.seal('u1', set);
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
        expect(await hasher.matchOf('u1', sealed, set.normalize(form))).toBe('current');
    }
  });

  it('is not another one that only looks similar', async () => {
    const sealed = await hasher.seal('u1', composed);
    for (const other of ['cafe-Dvorak', composed.toUpperCase(), `${composed} `])
      expect(await hasher.matches('u1', sealed, other)).toBe(false);
  });

  it('that was hashed as it was typed still matches as it was typed', async () => {
    expect(await hasher.matchOf('u1', await earlier(decomposed), decomposed)).toBe('asTyped');
    expect(await hasher.matchOf('u1', await earlier(decomposed), 'cafe-Dvorak')).toBe('none');
    expect(await hasher.matchOf('u1', await earlier(composed), decomposed)).toBe('current');
    expect(await hasher.matchOf('u1', await earlier('plain'), 'plain')).toBe('current');
  });
});
