import { describe, expect, it } from 'vitest';
import { foldDocument } from './fold-document.js';
import type { DocumentWrite } from './projection.js';

const write = (revision: bigint, set: DocumentWrite['set'], addToSet?: DocumentWrite['addToSet']): DocumentWrite => ({
  collection: 'members',
  id: 'm1',
  revision,
  set,
  ...(addToSet && { addToSet }),
});

describe('a document rebuilt from the writes of its stream', () => {
  it('has the last value of each field, and the last revision', () => {
    const folded = foldDocument([write(0n, { name: 'a', plan: 'p1' }), write(2n, { plan: 'p2' })]);
    expect(folded).toEqual({ name: 'a', plan: 'p2', revision: 2n });
  });

  it('keeps the entries that several writes add to one field', () => {
    const writes = [
      write(1n, { 'events.e1': { at: 1 } }),
      write(2n, { 'events.e2': { at: 2 }, 'categories.T.K1': 'x' }),
      write(3n, { 'categories.T.K2': 'y' }),
    ];
    expect(foldDocument(writes)).toMatchObject({
      events: { e1: { at: 1 }, e2: { at: 2 } },
      categories: { T: { K1: 'x', K2: 'y' } },
    });
  });

  it('lets a later write empty a field, and another fill it again', () => {
    const erased = [write(1n, { 'events.e1': 'note' }), write(2n, { events: {} }), write(3n, { 'events.e3': 'new' })];
    expect(foldDocument(erased)).toEqual({ events: { e3: 'new' }, revision: 3n });
  });

  it('adds to a set once', () => {
    const sets = ['p1', 'p2', 'p1'].map((plan, i) => write(BigInt(i), {}, { planIds: plan }));
    expect(foldDocument(sets)).toEqual({ planIds: ['p1', 'p2'], revision: 2n });
  });

  it('does not change the events’ data', () => {
    const first = { events: { e0: 1 } };
    foldDocument([write(0n, first), write(1n, { 'events.e1': 2 })]);
    expect(first).toEqual({ events: { e0: 1 } });
  });

  it('does not exist if nothing was written', () => {
    expect(foldDocument([])).toBeNull();
  });
});
