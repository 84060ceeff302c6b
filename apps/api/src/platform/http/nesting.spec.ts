import { describe, expect, it } from 'vitest';
import { isDeeperThan } from './nesting.js';

describe('how deep a value is', () => {
  it('counts lists and objects in each other', () => {
    expect(isDeeperThan(0, 1)).toBe(false);
    expect(isDeeperThan(0, [])).toBe(true);
    expect(isDeeperThan(2, { a: [1, null, 'x'] })).toBe(false);
    expect(isDeeperThan(2, { a: [1, { b: 2 }] })).toBe(true);
  });

  it('is found of values that no function could walk by calling itself', () => {
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
