import { Query } from 'mingo';
import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { isPlainObject } from './key-encoding.js';

const REFUSED = new Set([
  '$where',
  '$text',
  '$near',
  '$nearSphere',
  '$geoWithin',
  '$geoIntersects',
  '$jsonSchema',
  '$function',
]);

export const MINGO_OPTIONS = { scriptEnabled: false } as const;

/** A test of documents. Throws BadValue for an operator that is unknown or left out. */
export function compileFilter(filter: Document): (document: Document) => boolean {
  if (Object.keys(filter).length === 0) return () => true;
  refuseOperators(filter);
  const query = new Query(filter, MINGO_OPTIONS);
  return (document) => query.test(document);
}

/** Throws for operators that run scripts or need an index of a kind that is not here. */
export function refuseOperators(expression: unknown): void {
  if (Array.isArray(expression)) expression.forEach(refuseOperators);
  else if (isPlainObject(expression)) {
    for (const [name, value] of Object.entries(expression)) {
      if (REFUSED.has(name)) throw new MongoError(2, `the embedded server does not support ${name}`);
      refuseOperators(value);
    }
  }
}
