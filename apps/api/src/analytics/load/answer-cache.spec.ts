import { describe, expect, it } from 'vitest';
import { answerCache } from './answer-cache.js';

const entry = (length: number) => ({
  version: '1',
  planIds: ['a'],
  readModels: [],
  body: 'x'.repeat(length),
  toNote: [],
});

describe('the cache of answers', () => {
  it('drops the least recently used answer when it is full', () => {
    const cache = answerCache(1000);
    for (let i = 0; i < 10; i += 1) cache.set(`k${i}`, entry(90));
    cache.get('k0');
    cache.set('k10', entry(90));
    expect(cache.get('k1')).toBeUndefined();
    expect(cache.get('k0')).toBeDefined();
    expect(cache.get('k10')).toBeDefined();
  });

  it('does not keep an answer that would displace most others', () => {
    const cache = answerCache(1000);
    cache.set('small', entry(50));
    cache.set('large', entry(500));
    expect(cache.get('large')).toBeUndefined();
    expect(cache.get('small')).toBeDefined();
  });

  it('keeps the newest answer for a key', () => {
    const cache = answerCache(1000);
    for (let i = 0; i < 100; i += 1) cache.set('k', { ...entry(90), version: String(i) });
    cache.set('other', entry(90));
    expect(cache.get('k')).toMatchObject({ version: '99' });
  });
});
