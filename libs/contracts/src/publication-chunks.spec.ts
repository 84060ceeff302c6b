import { describe, expect, it } from 'vitest';
import { newestWhole } from './publication-chunks.js';

/** The chunks of a publication as they are stored, the first of them at this revision. */
const publication = (importId: string, revision: number, chunks: number) =>
  Array.from({ length: chunks }, (_, index) => ({ importId, index, chunks, revision: revision + index }));

describe('what is published for a date', () => {
  const [first, second] = [publication('a', 0, 3), publication('b', 3, 2)];

  it('is the newest publication, in the order of its file, wherever its chunks stand', () => {
    expect(newestWhole([...second.toReversed(), ...first])).toEqual(second);
    expect(newestWhole([...first, ...second])).toEqual(second);
  });

  it('is the one before while a chunk of the newest is missing, be it its first or its last', () => {
    expect(newestWhole([second[0]!, ...first])).toEqual(first);
    expect(newestWhole([...first, second[1]!])).toEqual(first);
  });

  it('is nothing while no publication has all its chunks', () => {
    expect(newestWhole([first[0]!, second[1]!])).toEqual([]);
    expect(newestWhole([])).toEqual([]);
  });

  it('leaves out what an earlier version kept of a longer publication that was replaced chunk by chunk', () => {
    expect(newestWhole([...second, first[2]!])).toEqual(second);
  });
});
