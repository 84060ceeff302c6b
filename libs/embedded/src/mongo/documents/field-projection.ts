import { MongoError } from '../mongo-error.js';
import { documentOf, elementsOf, type Document } from './bson-codec.js';
import type { StoredDocument } from './stored-document.js';

/** Compiles a projection to a function that encodes the projected document. */
export function compileProjection(spec: Document | undefined): (stored: StoredDocument) => Buffer {
  const fields = Object.entries(spec ?? {});
  if (fields.length === 0) return (stored) => stored.body;
  const plain = fields.every(
    ([path, value]) => !/[.$]/.test(path) && (typeof value === 'number' || typeof value === 'boolean'),
  );
  const others = fields.filter(([path]) => path !== '_id');
  const included = others.filter(([, value]) => Boolean(value));
  if (plain && (included.length === 0 || included.length === others.length)) {
    return topLevel(spec!, included.length > 0 || (others.length === 0 && Boolean(spec!['_id'])));
  }
  throw new MongoError(2, 'the embedded server projects whole fields only');
}

/** Copies whole elements, so that types and field order stay as stored. */
function topLevel(spec: Document, inclusive: boolean): (stored: StoredDocument) => Buffer {
  const wanted = (name: string) => {
    if (name === '_id') return !Object.hasOwn(spec, '_id') || Boolean(spec['_id']);
    return Object.hasOwn(spec, name) ? Boolean(spec[name]) : !inclusive;
  };
  return ({ body }) =>
    documentOf(
      elementsOf(body)
        .filter(({ name }) => wanted(name))
        .map(({ start, end }) => body.subarray(start, end)),
    );
}
