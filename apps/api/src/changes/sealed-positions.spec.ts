import { randomBytes } from 'node:crypto';
import type { KeyVault } from '@superscope/event-store/keys/key-vault';
import { beforeAll, describe, expect, it } from 'vitest';
import { SealedPositions } from './sealed-positions.js';

const positions = new SealedPositions({ secret: () => Promise.resolve(randomBytes(32)) } as unknown as KeyVault);
const at = (commit: bigint) => ({ commit, prepare: commit });
const own = { userId: 'rep', stream: 'watch-rep' };

beforeAll(() => positions.onModuleInit());

describe('the position of an employer’s write', () => {
  it('can be named again by the same user, of the same stream', () => {
    expect(positions.open(positions.seal(at(4711n), own), own)).toEqual(at(4711n));
  });

  it('opens for nobody else, and for no other stream', () => {
    const sealed = positions.seal(at(4711n), own);
    expect(positions.open(sealed, { ...own, userId: 'other' })).toBeNull();
    expect(positions.open(sealed, { ...own, stream: 'member-1' })).toBeNull();
    for (const forged of ['4711/4711', '', sealed.toLowerCase(), sealed.slice(4)])
      expect(positions.open(forged, own)).toBeNull();
  });

  it('does not tell how long the log is, and is the same each time, so that a repeated request gets the first answer', () => {
    const [early, late] = [positions.seal(at(1n), own), positions.seal(at(2n ** 64n - 1n), own)];
    expect(early).toHaveLength(late.length);
    expect(positions.seal(at(1n), own)).toBe(early);
    expect(positions.seal(at(1n), { ...own, userId: 'other' })).not.toBe(early);
  });
});
