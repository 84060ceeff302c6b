import { describe, expect, it } from 'vitest';
import { inTemplate, placeOf, textOf } from './scope';
import { moved, nextSequence } from './template-parts';

const parts = ['a', 'b', 'c'].map((id, at) => ({ id, sequence: at + 1 }));

describe('moving a part', () => {
  it('changes places with its neighbour', () => {
    expect(moved(parts, 'c', -1)).toEqual([
      { id: 'c', sequence: 2 },
      { id: 'b', sequence: 3 },
    ]);
  });

  it('does nothing at the end', () => {
    expect(moved(parts, 'a', -1)).toEqual([]);
    expect(moved(parts, 'c', 1)).toEqual([]);
  });

  it('gives each its own sequence where two had the same', () => {
    const same = [
      { id: 'a', sequence: 4 },
      { id: 'b', sequence: 4 },
    ];
    expect(moved(same, 'b', -1)).toEqual([
      { id: 'b', sequence: 1 },
      { id: 'a', sequence: 2 },
    ]);
  });
});

describe('a new part', () => {
  it('stands after the last', () => {
    expect(nextSequence([])).toBe(1);
    expect(nextSequence(parts)).toBe(4);
  });
});

describe('a place in the address', () => {
  it('is read as it was written', () => {
    for (const place of [inTemplate('plan-T.K1'), inTemplate('plan-T.K1', 'p', 's', 'i')])
      expect(placeOf(textOf(place))).toEqual(place);
    expect(placeOf(null)).toBeNull();
    expect(placeOf('')).toBeNull();
  });
});
