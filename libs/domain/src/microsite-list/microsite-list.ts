import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, id, listOf } from '../shape.js';

/** A document in an employer's list. `sequence` is its place, counted from 1; places may be left empty. */
export interface Mapping {
  mappingId: string;
  documentId: string;
  sequence: number;
}

type OfEmployer = { companyId: string };

export type MicrositeListEvent =
  | DomainEvent<'DocumentMapped', OfEmployer & Mapping>
  | DomainEvent<'DocumentMappingRevised', OfEmployer & Mapping>
  | DomainEvent<'DocumentUnmapped', OfEmployer & { mappingId: string; documentId: string }>
  /** All mappings of the list in their new order, which gives them the sequences from 1 on. */
  | DomainEvent<'DocumentMappingsReordered', OfEmployer & { mappingIds: readonly string[] }>
  /** What microsites keep of the list is out of date from now on. */
  | DomainEvent<'MicrositeCacheCleared', OfEmployer & { generation: number }>;

/** The documents that members of one employer find on its microsite. */
export interface MicrositeList {
  /** In the order of their sequences. */
  mappings: readonly Mapping[];
  /** How often the cache was cleared. */
  generation: number;
  /** Number of events of the list: the revision of the newest one, and 1. */
  changes: number;
  /** What `changes` was after the newest event that changed the mappings; clearing the cache leaves them as they were seen. */
  mappedAt: number;
}

const noDocuments: MicrositeList = { mappings: [], generation: 0, changes: 0, mappedAt: 0 };

const inSequence = (mappings: readonly Mapping[]): readonly Mapping[] =>
  mappings.toSorted((a, b) => a.sequence - b.sequence);

const others = (mappings: readonly Mapping[], mappingId: string): readonly Mapping[] =>
  mappings.filter((each) => each.mappingId !== mappingId);

function mappingsAfter(mappings: readonly Mapping[], event: MicrositeListEvent): readonly Mapping[] {
  switch (event.type) {
    case 'DocumentMapped':
    case 'DocumentMappingRevised': {
      const { mappingId, documentId, sequence } = event.data;
      return inSequence([...others(mappings, mappingId), { mappingId, documentId, sequence }]);
    }
    case 'DocumentUnmapped':
      return others(mappings, event.data.mappingId);
    case 'DocumentMappingsReordered': {
      const places = new Map(event.data.mappingIds.map((mappingId, at) => [mappingId, at + 1]));
      return inSequence(mappings.map((each) => ({ ...each, sequence: places.get(each.mappingId) ?? each.sequence })));
    }
    default:
      return mappings;
  }
}

export const micrositeListStream: StreamDefinition<MicrositeList, MicrositeListEvent> = {
  category: 'micrositeList',
  initial: noDocuments,
  idOf: ({ companyId }) => companyId,
  shapes: {
    DocumentMapped: { companyId: id, mappingId: id, documentId: id, sequence: count },
    DocumentMappingRevised: { companyId: id, mappingId: id, documentId: id, sequence: count },
    DocumentUnmapped: { companyId: id, mappingId: id, documentId: id },
    DocumentMappingsReordered: { companyId: id, mappingIds: listOf(id) },
    MicrositeCacheCleared: { companyId: id, generation: count },
  },
  evolve: (list, event) => {
    const changes = list.changes + 1;
    switch (event.type) {
      case 'MicrositeCacheCleared':
        return { ...list, generation: event.data.generation, changes };
      case 'DocumentMapped':
      case 'DocumentMappingRevised':
      case 'DocumentUnmapped':
      case 'DocumentMappingsReordered':
        return { ...list, mappings: mappingsAfter(list.mappings, event), changes, mappedAt: changes };
      default:
        return list;
    }
  },
};

type Decides = Decision<MicrositeList, MicrositeListEvent>;

/** The sequence of a new mapping: the last one and 1. */
export const nextSequence = (mappings: readonly Pick<Mapping, 'sequence'>[]): number =>
  Math.max(0, ...mappings.map(({ sequence }) => sequence)) + 1;

export const conflictingSequence = 'Conflicts with another Sequence';
/** More would not be found on a page. */
export const mostMappings = 500;
export const highestSequence = 999_999;

function checkSequence(sequence: number): void {
  if (!Number.isSafeInteger(sequence) || sequence < 1)
    throw new RuleViolation('invalid', 'Sequence must be at least 1');
  if (sequence > highestSequence)
    throw new RuleViolation('invalid', `Sequence must be at most ${highestSequence.toLocaleString('en-AU')}`);
}

/** Adds a document to an employer's list: at a sequence that is free, or at the end. */
export const mapDocument =
  (
    companyId: string,
    { mappingId, documentId, sequence }: Omit<Mapping, 'sequence'> & { sequence?: number | null },
  ): Decides =>
  ({ mappings }) => {
    if (mappings.some((each) => each.documentId === documentId))
      throw new RuleViolation('conflict', 'This employer has this document already.');
    if (mappings.length >= mostMappings)
      throw new RuleViolation('conflict', `An employer has at most ${mostMappings} documents.`);
    const at = sequence ?? nextSequence(mappings);
    checkSequence(at);
    if (mappings.some((each) => each.sequence === at)) throw new RuleViolation('conflict', conflictingSequence);
    return [{ type: 'DocumentMapped', data: { companyId, mappingId, documentId, sequence: at } }];
  };

/** The same for one of several employers: one that has the document already keeps it where it is. */
export const mapDocumentUnlessMapped =
  (companyId: string, mapping: Omit<Mapping, 'sequence'>): Decides =>
  (list) =>
    list.mappings.some(({ documentId }) => documentId === mapping.documentId)
      ? []
      : mapDocument(companyId, mapping)(list);

function found(mappings: readonly Mapping[], mappingId: string): Mapping {
  const mapping = mappings.find((each) => each.mappingId === mappingId);
  if (mapping === undefined) throw new RuleViolation('not-found', 'There is no such mapping.');
  return mapping;
}

/** Gives a mapping another document or another sequence. */
export const reviseMapping =
  (companyId: string, { mappingId, documentId, sequence }: Mapping): Decides =>
  ({ mappings }) => {
    const was = found(mappings, mappingId);
    checkSequence(sequence);
    const rest = others(mappings, mappingId);
    if (rest.some((each) => each.documentId === documentId))
      throw new RuleViolation('conflict', 'This employer has this document already.');
    if (rest.some((each) => each.sequence === sequence)) throw new RuleViolation('conflict', conflictingSequence);
    if (was.documentId === documentId && was.sequence === sequence) return [];
    return [{ type: 'DocumentMappingRevised', data: { companyId, mappingId, documentId, sequence } }];
  };

export const unmapDocument =
  (companyId: string, mappingId: string): Decides =>
  ({ mappings }) => {
    const { documentId } = found(mappings, mappingId);
    return [{ type: 'DocumentUnmapped', data: { companyId, mappingId, documentId } }];
  };

/** Removes a document that is deleted, if the list has it. */
export const unmapDeleted =
  (companyId: string, documentId: string): Decides =>
  (list) => {
    const mapping = list.mappings.find((each) => each.documentId === documentId);
    return mapping === undefined ? [] : unmapDocument(companyId, mapping.mappingId)(list);
  };

/** Says that a list is no longer as the person saw it who reorders it. */
export const listChanged = 'Somebody changed this list. Yours was not saved: see theirs and move again.';

/** Puts all mappings in an order. `changes` is the number of the list's events that the person saw. */
export const reorderMappings =
  (companyId: string, mappingIds: readonly string[], changes: number): Decides =>
  (list) => {
    const known = new Set(list.mappings.map(({ mappingId }) => mappingId));
    const isWhole = mappingIds.length === known.size && mappingIds.every((mappingId) => known.has(mappingId));
    if (changes < list.mappedAt) throw new RuleViolation('conflict', listChanged);
    if (!isWhole || new Set(mappingIds).size !== known.size)
      throw new RuleViolation('invalid', 'An order names each mapping of the list once.');
    if (list.mappings.every(({ mappingId, sequence }, at) => mappingIds[at] === mappingId && sequence === at + 1))
      return [];
    return [{ type: 'DocumentMappingsReordered', data: { companyId, mappingIds } }];
  };

/** Makes a list what it is elsewhere, such as on the production host. */
export const followList =
  (companyId: string, wanted: readonly Mapping[]): Decides =>
  ({ mappings }) => {
    const distinct = (of: (mapping: Mapping) => unknown) => new Set(wanted.map(of)).size === wanted.length;
    if (
      !distinct((each) => each.mappingId) ||
      !distinct((each) => each.documentId) ||
      !distinct((each) => each.sequence)
    )
      throw new RuleViolation('invalid', 'A list has each document and each sequence once.');
    for (const { sequence } of wanted) checkSequence(sequence);
    const before = new Map(mappings.map((each) => [each.mappingId, each]));
    const after = new Set(wanted.map(({ mappingId }) => mappingId));
    const gone = mappings
      .filter(({ mappingId }) => !after.has(mappingId))
      .map(({ mappingId, documentId }): MicrositeListEvent => ({
        type: 'DocumentUnmapped',
        data: { companyId, mappingId, documentId },
      }));
    const other = wanted.flatMap(({ mappingId, documentId, sequence }): MicrositeListEvent[] => {
      const was = before.get(mappingId);
      const data = { companyId, mappingId, documentId, sequence };
      if (was === undefined) return [{ type: 'DocumentMapped', data }];
      return was.documentId === documentId && was.sequence === sequence
        ? []
        : [{ type: 'DocumentMappingRevised', data }];
    });
    return [...gone, ...other];
  };

/** Makes what microsites keep of the list out of date. */
export const clearCache =
  (companyId: string): Decides =>
  ({ generation }) => [{ type: 'MicrositeCacheCleared', data: { companyId, generation: generation + 1 } }];

/** How a list differs from what it was: documents that were added and removed, and those that stand behind another one than before. */
export function differenceOf(
  then: readonly Pick<Mapping, 'documentId'>[],
  now: readonly Pick<Mapping, 'documentId'>[],
): { added: number; removed: number; moved: number } {
  const ids = (list: readonly Pick<Mapping, 'documentId'>[]) => list.map(({ documentId }) => documentId);
  const [before, after] = [ids(then), ids(now)];
  const stayed = before.filter((documentId) => after.includes(documentId));
  const stays = after.filter((documentId) => before.includes(documentId));
  return {
    added: after.length - stays.length,
    removed: before.length - stayed.length,
    moved: stays.filter((documentId, at) => stayed[at] !== documentId).length,
  };
}
