import { describe, expect, it } from 'vitest';
import { beginningOf } from './kafka-beginnings.js';

const held = { low: 100n, high: 200n };

describe('a partition is read', () => {
  it('from the position of the read models', () => {
    expect(beginningOf(3, { offset: '150' }, held)).toEqual({ partition: 3, offset: 150n, isGap: false });
    expect(beginningOf(3, { offset: '100' }, held)).toMatchObject({ offset: 100n, isGap: false });
    expect(beginningOf(3, { offset: '200' }, held)).toMatchObject({ offset: 200n, isGap: false });
  });

  it('from its first record if the read models have read none', () => {
    expect(beginningOf(0, {}, { low: 0n, high: 0n })).toMatchObject({ offset: 0n, isGap: false });
    expect(beginningOf(0, {}, { low: 0n, high: 50n })).toMatchObject({ offset: 0n, isGap: false });
  });

  it('from its first remaining record, after a gap to read elsewhere', () => {
    expect(beginningOf(0, { offset: '99' }, held)).toMatchObject({ offset: 100n, isGap: true });
    expect(beginningOf(0, {}, held)).toMatchObject({ offset: 100n, isGap: true });
  });

  it('like that of a recreated topic, if it ends before the position of the read models', () => {
    expect(beginningOf(0, { offset: '201' }, held)).toMatchObject({ offset: 100n, isGap: true });
  });
});
