import { ObjectId } from 'bson';
import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { encodeValue, isPlainObject } from './key-encoding.js';
import type { Update } from './update.js';
import { setPaths, updateOperators } from './update-operators.js';

/** Changes `document`, which the caller must own, or returns another. */
export function applyUpdate(document: Document, update: Update): Document {
  const id = document['_id'] as unknown;
  const changed = change(document, update);
  if (changed['_id'] === undefined) changed['_id'] = id;
  if (id !== changed['_id'] && encodeValue(id, true).compare(encodeValue(changed['_id'], true)) !== 0) {
    throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  return idFirst(changed);
}

/** The document that an upsert inserts if its filter found none. */
export function documentForUpsert(update: Update, filter: Document): Document {
  const seed = equalitiesOf(filter);
  if (update.kind === 'replacement')
    return withId({ ...(seed['_id'] !== undefined && { _id: seed['_id'] }), ...update.document });
  const seedOperators = Object.fromEntries(Object.entries(update.operators).filter(([name]) => name !== '$unset'));
  if (seed['_id'] !== undefined) forbidId(seedOperators);
  const inserted = setPaths(change(seed, { ...update, operators: seedOperators }), update.setOnInsert);
  return withId(inserted);
}

export function idFirst(document: Document): Document {
  return Object.keys(document)[0] === '_id' ? document : { _id: document['_id'], ...document };
}

const withId = (document: Document) =>
  idFirst(document['_id'] === undefined ? { ...document, _id: new ObjectId() } : document);

function change(document: Document, update: Update): Document {
  if (update.kind === 'replacement') return { _id: document['_id'], ...update.document };
  for (const [operator, paths] of Object.entries(update.operators)) updateOperators[operator]!(document, paths);
  return document;
}

function forbidId(operators: Document): void {
  const paths = Object.values(operators).flatMap((each) => Object.keys(each as Document));
  if (paths.some((path) => path.startsWith('_id.'))) throw new MongoError(66, "the field '_id' is immutable");
}

/** The fields for which a filter requires equality, with their values. */
function equalitiesOf(filter: Document): Document {
  const seed: Document = {};
  for (const [path, condition] of Object.entries(filter)) {
    if (path === '$and') for (const part of condition as Document[]) setPaths(seed, equalitiesOf(part));
    else if (path.startsWith('$') || condition instanceof RegExp) continue;
    else if (!isPlainObject(condition) || !Object.keys(condition)[0]?.startsWith('$'))
      setPaths(seed, { [path]: condition });
    else if (Object.hasOwn(condition, '$eq')) setPaths(seed, { [path]: condition['$eq'] });
    else if (Array.isArray(condition['$in']) && condition['$in'].length === 1)
      setPaths(seed, { [path]: condition['$in'][0] });
  }
  return seed;
}
