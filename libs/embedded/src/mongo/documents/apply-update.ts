import { updateOne } from 'mingo';
import { ObjectId } from 'bson';
import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { MINGO_OPTIONS } from './filter.js';
import { encodeValue, isPlainObject } from './key-encoding.js';
import { runPipeline } from './pipeline.js';
import type { Update } from './update.js';
import { checkOperand, isPositional, refuseDollarNames, setPaths, SIMPLE_OPERATORS } from './update-operators.js';

/** Changes `document` (which must be the caller's own) or returns another; `filter` found it and gives `$` its position. */
export function applyUpdate(document: Document, update: Update, filter: Document): Document {
  const id = document['_id'] as unknown;
  const changed = change(document, update, filter);
  if (changed['_id'] === undefined) changed['_id'] = id;
  if (id !== changed['_id'] && encodeValue(id, true).compare(encodeValue(changed['_id'], true)) !== 0) {
    throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  }
  return idFirst(changed);
}

/** The document that an upsert inserts when its filter found none. */
export function documentForUpsert(update: Update, filter: Document): Document {
  const seed = equalitiesOf(filter);
  if (update.kind === 'replacement')
    return withId({ ...(seed['_id'] !== undefined && { _id: seed['_id'] }), ...update.document });
  if (update.kind === 'pipeline') return withId(change(seed, update, filter));
  const seedOperators = Object.fromEntries(Object.entries(update.operators).filter(([name]) => name !== '$unset'));
  if (seed['_id'] !== undefined) forbidId(seedOperators);
  const inserted = setPaths(change(seed, { ...update, operators: seedOperators }, filter), update.setOnInsert);
  return withId(inserted);
}

export function idFirst(document: Document): Document {
  return Object.keys(document)[0] === '_id' ? document : { _id: document['_id'], ...document };
}

const withId = (document: Document) =>
  idFirst(document['_id'] === undefined ? { ...document, _id: new ObjectId() } : document);

function change(document: Document, update: Update, filter: Document): Document {
  if (update.kind === 'replacement') return { _id: document['_id'], ...update.document };
  if (update.kind === 'pipeline') return runPipeline([document], update.stages)[0] ?? {};
  const others: Document = {};
  for (const [operator, paths] of Object.entries(update.operators as Record<string, Document>)) {
    const simple = SIMPLE_OPERATORS[operator];
    if (simple && !Object.keys(paths).some(isPositional)) simple(document, paths);
    else others[operator] = paths;
  }
  if (Object.keys(others).length === 0) return document;
  for (const [operator, paths] of Object.entries(others)) {
    for (const path of Object.keys(paths as Document)) {
      refuseForMingo(path);
      checkOperand(document, operator, path);
    }
  }
  // Only `$` needs the filter, which would be tested once more.
  const condition = Object.values(others).some((paths) =>
    Object.keys(paths as Document).some((p) => /\$(\.|$)/.test(p)),
  );
  const documents = [document];
  updateOne(
    documents,
    condition ? filter : {},
    others,
    { arrayFilters: update.arrayFilters, cloneMode: 'deep' },
    MINGO_OPTIONS,
  );
  return documents[0]!;
}

/** mingo treats any `$` as a position and does nothing without a match, which would silently lose a write. */
function refuseForMingo(path: string): void {
  refuseDollarNames(path);
  if (path.includes('$') && !isPositional(path))
    throw new MongoError(2, `The embedded engine does not do this with a field that has a $ in its name: '${path}'`);
}

function forbidId(operators: Document): void {
  const paths = Object.values(operators).flatMap((each) => Object.keys(each as Document));
  if (paths.some((path) => path.startsWith('_id.'))) throw new MongoError(66, "the field '_id' is immutable");
}

/** The equality conditions of a filter, by path. */
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
