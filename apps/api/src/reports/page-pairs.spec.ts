import { describe, expect, it } from 'vitest';
import { pagePairs } from './page-pairs.js';

const pairs = (given: string, made: string): string[] =>
  pagePairs([...given], [...made]).map((pair) => `${pair.given ?? '-'}:${pair.made ?? '-'}`);

describe('the pages of a file and those of the made report', () => {
  it('belong together in their order', () => {
    expect(pairs('abc', 'abc')).toEqual(['0:0', '1:1', '2:2']);
    expect(pairs('axc', 'abc')).toEqual(['0:0', '1:1', '2:2']);
    expect(pairs('', '')).toEqual([]);
  });

  it('are one missing or one added, and not a difference of each page behind it', () => {
    expect(pairs('acd', 'abcd')).toEqual(['0:0', '-:1', '1:2', '2:3']);
    expect(pairs('axbc', 'abc')).toEqual(['0:0', '1:-', '2:1', '3:2']);
    expect(pairs('ab', 'abc')).toEqual(['0:0', '1:1', '-:2']);
  });

  it('are all missing or all added where nothing else is left', () => {
    expect(pairs('', 'ab')).toEqual(['-:0', '-:1']);
    expect(pairs('ab', '')).toEqual(['0:-', '1:-']);
  });
});
