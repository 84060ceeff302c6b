import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  clearCache,
  differenceOf,
  followList,
  listChanged,
  mapDocument,
  mapDocumentUnlessMapped,
  micrositeListStream,
  nextSequence,
  reorderMappings,
  reviseMapping,
  unmapDeleted,
  unmapDocument,
  type MicrositeListEvent,
} from './microsite-list.js';

const companyId = 'TWR.C1';
const mapped = (mappingId: string, documentId: string, sequence: number): MicrositeListEvent => ({
  type: 'DocumentMapped',
  data: { companyId, mappingId, documentId, sequence },
});
const two = [mapped('m1', 'd1', 1), mapped('m2', 'd2', 4)];

describe('the documents of an employer’s microsite', () => {
  it('are added behind the last one, or at a free sequence', () => {
    given(micrositeListStream)
      .when(mapDocument(companyId, { mappingId: 'm1', documentId: 'd1' }))
      .then(mapped('m1', 'd1', 1));
    given(micrositeListStream, ...two)
      .when(mapDocument(companyId, { mappingId: 'm3', documentId: 'd3' }))
      .then(mapped('m3', 'd3', 5));
    given(micrositeListStream, ...two)
      .when(mapDocument(companyId, { mappingId: 'm3', documentId: 'd3', sequence: 2 }))
      .then(mapped('m3', 'd3', 2));
    expect(nextSequence([])).toBe(1);
  });

  it('never share a sequence, and no document is there twice', () => {
    const list = given(micrositeListStream, ...two);
    list
      .when(mapDocument(companyId, { mappingId: 'm3', documentId: 'd3', sequence: 4 }))
      .thenRefuses('conflict', 'Conflicts with another Sequence');
    list
      .when(reviseMapping(companyId, { mappingId: 'm1', documentId: 'd1', sequence: 4 }))
      .thenRefuses('conflict', 'Conflicts with another Sequence');
    list
      .when(mapDocument(companyId, { mappingId: 'm3', documentId: 'd1' }))
      .thenRefuses('conflict', 'This employer has this document already.');
    list
      .when(reviseMapping(companyId, { mappingId: 'm2', documentId: 'd1', sequence: 4 }))
      .thenRefuses('conflict', 'This employer has this document already.');
    list
      .when(reviseMapping(companyId, { mappingId: 'm1', documentId: 'd1', sequence: 0 }))
      .thenRefuses('invalid', 'Sequence must be at least 1');
  });

  it('are given to all employers of a plan, of whom those that have it keep it where it is', () => {
    given(micrositeListStream, ...two)
      .when(mapDocumentUnlessMapped(companyId, { mappingId: 'm3', documentId: 'd1' }))
      .then();
    given(micrositeListStream, ...two)
      .when(mapDocumentUnlessMapped(companyId, { mappingId: 'm3', documentId: 'd3' }))
      .then(mapped('m3', 'd3', 5));
  });

  it('are moved one by one, and removed', () => {
    const list = given(micrositeListStream, ...two);
    const data = { companyId, mappingId: 'm1', documentId: 'd1', sequence: 7 };
    list.when(reviseMapping(companyId, data)).then({ type: 'DocumentMappingRevised', data });
    list.when(reviseMapping(companyId, { mappingId: 'm1', documentId: 'd1', sequence: 1 })).then();
    list
      .when(unmapDocument(companyId, 'm2'))
      .then({ type: 'DocumentUnmapped', data: { companyId, mappingId: 'm2', documentId: 'd2' } });
    list
      .when(unmapDeleted(companyId, 'd2'))
      .then({ type: 'DocumentUnmapped', data: { companyId, mappingId: 'm2', documentId: 'd2' } });
    list.when(unmapDeleted(companyId, 'd9')).then();
    list.when(unmapDocument(companyId, 'm9')).thenRefuses('not-found', 'There is no such mapping.');
  });

  it('are put in an order as a whole, by somebody who saw the newest list', () => {
    const list = given(micrositeListStream, ...two);
    const reordered: MicrositeListEvent = {
      type: 'DocumentMappingsReordered',
      data: { companyId, mappingIds: ['m2', 'm1'] },
    };
    list.when(reorderMappings(companyId, ['m2', 'm1'], 2)).then(reordered);
    list.when(reorderMappings(companyId, ['m2', 'm1'], 1)).thenRefuses('conflict', listChanged);
    for (const order of [['m1'], ['m1', 'm1'], ['m1', 'm9']])
      list
        .when(reorderMappings(companyId, order, 2))
        .thenRefuses('invalid', 'An order names each mapping of the list once.');
    given(micrositeListStream, ...two, reordered)
      .when(reorderMappings(companyId, ['m2', 'm1'], 3))
      .then();
    given(micrositeListStream, ...two, reordered)
      .when(mapDocument(companyId, { mappingId: 'm3', documentId: 'd3' }))
      .then(mapped('m3', 'd3', 3));
  });

  it('are put in order also when the cache was cleared since they were seen, but not when the list was changed', () => {
    const cleared: MicrositeListEvent = { type: 'MicrositeCacheCleared', data: { companyId, generation: 1 } };
    const reorder = (changes: number) => reorderMappings(companyId, ['m2', 'm1'], changes);
    const reordered: MicrositeListEvent = {
      type: 'DocumentMappingsReordered',
      data: { companyId, mappingIds: ['m2', 'm1'] },
    };
    const list = given(micrositeListStream, ...two, cleared);
    list.when(reorder(2)).then(reordered);
    list.when(reorder(3)).then(reordered);
    list.when(reorder(1)).thenRefuses('conflict', listChanged);
  });

  it('follow what they are elsewhere', () => {
    const list = given(micrositeListStream, ...two);
    list
      .when(
        followList(companyId, [
          { mappingId: 'm2', documentId: 'd2', sequence: 1 },
          { mappingId: 'm3', documentId: 'd3', sequence: 2 },
        ]),
      )
      .then(
        { type: 'DocumentUnmapped', data: { companyId, mappingId: 'm1', documentId: 'd1' } },
        { type: 'DocumentMappingRevised', data: { companyId, mappingId: 'm2', documentId: 'd2', sequence: 1 } },
        mapped('m3', 'd3', 2),
      );
    const same = { mappingId: 'm1', documentId: 'd1', sequence: 1 };
    list
      .when(followList(companyId, [same, { mappingId: 'm2', documentId: 'd2', sequence: 1 }]))
      .thenRefuses('invalid', 'A list has each document and each sequence once.');
    given(micrositeListStream, two[0]!)
      .when(followList(companyId, [same]))
      .then();
  });

  it('have a generation, which clearing the cache raises', () => {
    const cleared = (generation: number): MicrositeListEvent => ({
      type: 'MicrositeCacheCleared',
      data: { companyId, generation },
    });
    given(micrositeListStream, ...two)
      .when(clearCache(companyId))
      .then(cleared(1));
    given(micrositeListStream, ...two, cleared(1))
      .when(clearCache(companyId))
      .then(cleared(2));
  });

  it('are compared with a former list by what was added, removed and moved', () => {
    const list = (...ids: string[]) => ids.map((documentId) => ({ documentId }));
    expect(differenceOf(list('a', 'b', 'c'), list('a', 'c', 'b', 'd'))).toEqual({ added: 1, removed: 0, moved: 2 });
    expect(differenceOf(list('a', 'b'), list('b'))).toEqual({ added: 0, removed: 1, moved: 0 });
  });
});
