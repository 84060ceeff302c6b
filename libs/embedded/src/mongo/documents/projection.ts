import { Query } from 'mingo';
import { documentOf, elementsOf, encode, type Document } from './bson-codec.js';
import { MINGO_OPTIONS, refuseOperators } from './filter.js';
import type { StoredDocument } from './stored-document.js';

/** Compiles a projection to encoded documents. `filter` determines the position of the positional projection. */
export function compileProjection(spec: Document | undefined, filter: Document): (stored: StoredDocument) => Buffer {
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
  refuseOperators(spec);
  const query = new Query(filter, MINGO_OPTIONS);
  return (stored) => {
    const [projected] = query.find([stored.document], spec!).all() as Document[];
    return encode(projected ?? {});
  };
}

/** Copies whole elements, so that types and the order of fields stay as stored. */
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
