import { describe, expect, it } from 'vitest';
import { LineIndex } from './line-index.js';

describe('the lines of keys', () => {
  it('returns the earlier line with the same key, among any number of keys', () => {
    const index = new LineIndex();
    const count = 50_000;
    for (let i = 0; i < count; i += 1) expect(index.add(`p1.plan|2024-06-30|${i}`, i + 2)).toBeNull();
    for (let i = 0; i < count; i += 997) expect(index.add(`p1.plan|2024-06-30|${i}`, 1_000_000)).toBe(i + 2);
  });
});
