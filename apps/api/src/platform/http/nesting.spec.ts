import { describe, expect, it } from 'vitest';
import { isDeeperThan } from './nesting.js';

describe('how deep a value is', () => {
  it('counts nested lists and objects', () => {
    expect(isDeeperThan(0, 1)).toBe(false);
    expect(isDeeperThan(0, [])).toBe(true);
    expect(isDeeperThan(2, { a: [1, null, 'x'] })).toBe(false);
    expect(isDeeperThan(2, { a: [1, { b: 2 }] })).toBe(true);
  });

  it('is found for values that are too deep for a recursive function', () => {
    const deep = JSON.parse(`${'['.repeat(400_000)}${']'.repeat(400_000)}`) as unknown;
    expect(isDeeperThan(64, deep)).toBe(true);
    expect(
      isDeeperThan(
        64,
        Array.from({ length: 100_000 }, () => [1]),
      ),
    ).toBe(false);
  });
});
