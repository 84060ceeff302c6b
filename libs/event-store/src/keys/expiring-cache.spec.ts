import { expect, it, onTestFinished, vi } from 'vitest';
import { ExpiringCache } from './expiring-cache.js';

it('drops the least recently used entry when it is full', () => {
  const cache = new ExpiringCache<string>(2, 1000, () => 0);
  cache.set('a', 'A');
  cache.set('b', 'B');
  cache.get('a');
  cache.set('c', 'C');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

it('drops an entry that is too old, however often it was used', () => {
  let now = 0;
  const cache = new ExpiringCache<string>(10, 1000, () => now);
  cache.set('a', 'A');
  now = 999;
  expect(cache.get('a')).toBe('A');
  now = 1000;
  expect(cache.get('a')).toBeUndefined();
});

it('drops an entry that is too old even if nobody requests it', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cache = new ExpiringCache<string>(10, 1000, () => Date.now());
  cache.set('a', 'A');
  vi.advanceTimersByTime(600);
  cache.set('b', 'B');
  vi.advanceTimersByTime(500);
  expect(cache.size).toBe(1);
  vi.advanceTimersByTime(600);
  expect(cache.size).toBe(0);
});
