import { describe, expect, it } from 'vitest';
import { OneAtATime } from './one-at-a-time.js';

describe('attempts on one account', () => {
  it('wait for each other, even when one fails; those on another account do not', async () => {
    const queue = new OneAtATime();
    const seen: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = queue.run('a', async () => {
      await held;
      seen.push('a1');
      throw new Error('wrong password');
    });
    const second = queue.run('a', () => Promise.resolve(seen.push('a2')));
    await queue.run('b', () => Promise.resolve(seen.push('b1')));
    release();
    await expect(first).rejects.toThrow('wrong password');
    await second;
    expect(seen).toEqual(['b1', 'a1', 'a2']);
  });
});
