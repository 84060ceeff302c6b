import { BRACKET, isPlainObject } from './key-encoding.js';
import type { Document } from './bson-codec.js';

/** Represents an empty array among the values of a path. It is its own key. */
export const EMPTY_ARRAY = Buffer.from([BRACKET.emptyArray]);

/** All values at a dotted path, with arrays expanded; `undefined` represents a missing value. */
export function valuesAt(document: Document, path: string): { values: unknown[]; array: boolean } {
  const values: unknown[] = [];
  const array = collect(document, path.split('.'), 0, values);
  return { values: values.length ? values : [undefined], array };
}

function collect(value: unknown, path: string[], depth: number, into: unknown[]): boolean {
  if (depth === path.length) {
    if (!Array.isArray(value)) {
      into.push(value);
      return false;
    }
    into.push(...(value.length ? value : [EMPTY_ARRAY]));
    return true;
  }
  const name = path[depth]!;
  if (Array.isArray(value)) {
    if (/^\d+$/.test(name)) collect(value[Number(name)], path, depth + 1, into);
    for (const item of value) if (isPlainObject(item)) collect(item, path, depth, into);
    return true;
  }
  if (!isPlainObject(value)) {
    into.push(undefined);
    return false;
  }
  return collect(Object.hasOwn(value, name) ? value[name] : undefined, path, depth + 1, into);
}
