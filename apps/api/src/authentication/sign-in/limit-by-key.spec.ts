import { describe, expect, it, vi } from 'vitest';
import { LimitByKey } from './limit-by-key.js';

describe('attempts', () => {
  it('on one account wait for each other, even when one fails; those on another do not', async () => {
    const queue = new LimitByKey(1);
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

  it('of an address run a few at a time, in the order they came', async () => {
    const queue = new LimitByKey(2);
    const releases: (() => void)[] = [];
    const begun: number[] = [];
    const all = [0, 1, 2].map((n) =>
      queue.run('address', async () => {
        begun.push(n);
        await new Promise<void>((resolve) => releases.push(resolve));
      }),
    );
    await vi.waitFor(() => expect(begun).toEqual([0, 1]), 30_000);
    releases[0]!();
    await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]), 30_000);
    for (const release of releases) release();
    await Promise.all(all);
  });
});
