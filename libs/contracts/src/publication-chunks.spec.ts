import { describe, expect, it } from 'vitest';
import { newestWhole } from './publication-chunks.js';

/** The chunks of a publication as they are stored, the first of them at this revision. */
const publication = (importId: string, revision: number, chunks: number) =>
  Array.from({ length: chunks }, (_, index) => ({ importId, index, chunks, revision: revision + index }));

describe('the publication for a date', () => {
  const [first, second] = [publication('a', 0, 3), publication('b', 3, 2)];

  it('is the newest one, in the order of its file, for any positions of its chunks', () => {
    expect(newestWhole([...second.toReversed(), ...first])).toEqual(second);
    expect(newestWhole([...first, ...second])).toEqual(second);
  });

  it('is the previous one while any chunk of the newest is missing', () => {
    expect(newestWhole([second[0]!, ...first])).toEqual(first);
    expect(newestWhole([...first, second[1]!])).toEqual(first);
  });

  it('does not exist while no publication has all its chunks', () => {
    expect(newestWhole([first[0]!, second[1]!])).toEqual([]);
    expect(newestWhole([])).toEqual([]);
  });

  it('leaves out chunks of a longer publication that an earlier version kept when it was replaced', () => {
    expect(newestWhole([...second, first[2]!])).toEqual(second);
  });
});
