import { afterEach, expect, it, vi } from 'vitest';
import { keep, kept } from './kept';

afterEach(() => vi.unstubAllGlobals());

it('a value that a full browser takes no more is not kept, nor is the older one, and the page goes on', () => {
  const stored = new Map<string, string>();
  let isFull = false;
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      stored.set(name, text);
    },
  });
  keep('page', { salary: 90_000 });
  expect(kept('page')).toEqual({ salary: 90_000 });
  isFull = true;
  keep('page', { salary: 95_000 });
  expect(kept('page')).toBeNull();
});
