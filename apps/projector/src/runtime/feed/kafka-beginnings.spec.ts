import { describe, expect, it } from 'vitest';
import { beginningOf } from './kafka-beginnings.js';

const held = { low: 100n, high: 200n };

describe('a partition is read', () => {
  it('from where the read models are', () => {
    expect(beginningOf(3, { offset: '150' }, held)).toEqual({ partition: 3, offset: 150n, isGap: false });
    expect(beginningOf(3, { offset: '100' }, held)).toMatchObject({ offset: 100n, isGap: false });
    expect(beginningOf(3, { offset: '200' }, held)).toMatchObject({ offset: 200n, isGap: false });
  });

  it('from its first record, while the read models know of none', () => {
    expect(beginningOf(0, {}, { low: 0n, high: 0n })).toMatchObject({ offset: 0n, isGap: false });
    expect(beginningOf(0, {}, { low: 0n, high: 50n })).toMatchObject({ offset: 0n, isGap: false });
  });

  it('from what is left, after what is gone was read elsewhere', () => {
    expect(beginningOf(0, { offset: '99' }, held)).toMatchObject({ offset: 100n, isGap: true });
    expect(beginningOf(0, {}, held)).toMatchObject({ offset: 100n, isGap: true });
  });

  it('as one of a topic made anew, where it holds less than was read before', () => {
    expect(beginningOf(0, { offset: '201' }, held)).toMatchObject({ offset: 100n, isGap: true });
  });
});
