import { isDeepStrictEqual } from 'node:util';
import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { encodeValue, inverted } from './key-encoding.js';
import { EMPTY_ARRAY, valuesAt } from './values-at.js';
import { compileFilter } from './filter.js';

export type IndexField = { path: string; descending: boolean };

/** An index. `spec` is its specification, as listIndexes returns it. */
export type Index = {
  readonly id: number;
  readonly name: string;
  readonly fields: readonly IndexField[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partialFilter: Document | undefined;
  readonly covers: (document: Document) => boolean;
  readonly expireAfterSeconds: number | undefined;
  readonly spec: Document;
  /** Set once any document has an array at an indexed path, and never reset. Such an index gives no order and no exact count. */
  multikey: boolean;
};

export function openIndex(id: number, spec: Document, multikey: boolean): Index {
  const partialFilter = spec['partialFilterExpression'] as Document | undefined;
  return {
    id,
    name: spec['name'] as string,
    fields: Object.entries(spec['key'] as Document).map(([path, way]) => ({ path, descending: Number(way) < 0 })),
    unique: Boolean(spec['unique']),
    sparse: Boolean(spec['sparse']),
    partialFilter,
    covers: partialFilter ? compileFilter(partialFilter) : () => true,
    expireAfterSeconds: spec['expireAfterSeconds'] as number | undefined,
    spec,
    multikey,
  };
}

export const sameIndexKey = (a: Document, b: Document) =>
  isDeepStrictEqual(Object.entries(a).map(String), Object.entries(b).map(String));

/** A document's keys in an index: several for an array, none if the index does not cover the document. */
export function indexKeys(index: Index, document: Document): { keys: Buffer[]; multikey: boolean } {
  if (!index.covers(document)) return { keys: [], multikey: false };
  let keys: Buffer[] = [Buffer.alloc(0)];
  let arrays = 0;
  let present = false;
  for (const { path, descending } of index.fields) {
    const { values, array } = valuesAt(document, path);
    if (array) arrays += 1;
    if (values.some((value) => value !== undefined)) present = true;
    const parts = distinctKeys(values.map((value) => encodePart(value, descending)));
    keys = keys.flatMap((key) => parts.map((part) => (key.length ? Buffer.concat([key, part]) : part)));
  }
  if (arrays > 1) throw new MongoError(171, `cannot index parallel arrays in ${index.name}`);
  return { keys: index.sparse && !present ? [] : keys, multikey: arrays > 0 };
}

export function encodePart(value: unknown, descending: boolean, approximate = false): Buffer {
  const part = value === EMPTY_ARRAY ? EMPTY_ARRAY : encodeValue(value, approximate);
  return descending ? inverted(part) : part;
}

function distinctKeys(keys: Buffer[]): Buffer[] {
  if (keys.length < 2) return keys;
  return [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
}
