import { updateOne } from 'mingo';
import { ObjectId } from 'bson';
import { MongoError } from '../mongo-error.js';
import { runPipeline } from './pipeline.js';
import type { Document } from './bson-codec.js';
import { MINGO_OPTIONS, refuseOperators } from './filter.js';
import { encodeValue, isPlainObject } from './key-encoding.js';

/** An update as a client sends it: a replacement, update operators, or a pipeline of stages. */
export type Update =
  | { kind: 'replacement'; document: Document; bytes: Uint8Array }
  | { kind: 'operators'; operators: Document; setOnInsert: Document; arrayFilters: Document[] }
  | { kind: 'pipeline'; stages: Document[] };

const OPERATORS = new Set(
  '$set $unset $inc $mul $min $max $rename $push $addToSet $pull $pullAll $pop $currentDate $bit'.split(' '),
);
const PIPELINE_STAGES = new Set('$set $addFields $unset $project $replaceRoot $replaceWith'.split(' '));

export function parseUpdate(update: Document | Document[], bytes: Uint8Array, arrayFilters: Document[] = []): Update {
  if (Array.isArray(update)) {
    const unknown = update.flatMap(Object.keys).find((stage) => !PIPELINE_STAGES.has(stage));
    if (unknown) throw new MongoError(72, `Unrecognized or disallowed stage in an update: ${unknown}`);
    refuseOperators(update);
    return { kind: 'pipeline', stages: update };
  }
  const names = Object.keys(update);
  const operators = names.filter((name) => name.startsWith('$'));
  if (operators.length === 0) return { kind: 'replacement', document: update, bytes };
  if (operators.length < names.length) throw new MongoError(9, 'an update cannot mix operators and fields');
  const { $setOnInsert: setOnInsert = {}, ...rest } = update;
  for (const name of Object.keys(rest)) {
    if (!OPERATORS.has(name)) throw new MongoError(9, `Unknown modifier: ${name}`);
    if (!isPlainObject(rest[name])) throw new MongoError(9, `Modifiers operate on fields but ${name} got no document`);
  }
  refuseConflicts([...Object.values(rest), setOnInsert] as Document[]);
  return { kind: 'operators', operators: rest, setOnInsert: setOnInsert as Document, arrayFilters };
}

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
  const { $set, ...others } = update.operators;
  const positional = (paths: Document) => Object.keys(paths).some((path) => path.includes('$'));
  if ($set && !positional($set as Document)) setPaths(document, $set as Document);
  else if ($set) others['$set'] = $set;
  if (Object.keys(others).length === 0) return document;
  for (const [operator, paths] of Object.entries(others)) {
    for (const path of Object.keys(paths as Document)) checkOperand(document, operator, path);
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

function setPaths(document: Document, paths: Document): Document {
  for (const [path, value] of Object.entries(paths)) {
    const steps = path.split('.');
    const last = steps.pop()!;
    let at: Document | unknown[] = document;
    for (const step of steps) {
      const holder = at as Document;
      if (!Object.hasOwn(holder, step) || holder[step] === undefined) define(holder, step, {});
      at = enter(holder[step], path);
    }
    if (Array.isArray(at) && !/^\d+$/.test(last)) throw notViable(path);
    if (Array.isArray(at)) while (at.length < Number(last)) at.push(null);
    define(at as Document, last, value);
  }
  return document;
}

// Plain assignment would reach the prototype for a field named __proto__.
const define = (holder: Document, name: string, value: unknown) =>
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });

function enter(value: unknown, path: string): Document | unknown[] {
  if (Array.isArray(value) || isPlainObject(value)) return value;
  throw notViable(path);
}

const notViable = (path: string) =>
  new MongoError(28, `Cannot create field at '${path}': an element on the way is no document`);

/** Where MongoDB reports a wrong type, mingo does nothing: that would lose a write silently. */
function checkOperand(document: Document, operator: string, path: string): void {
  if (path.includes('$')) return;
  const steps = path.split('.');
  let value: unknown = document;
  for (const [depth, step] of steps.entries()) {
    if (value === undefined) break;
    if (depth > 0 && operator !== '$unset' && !Array.isArray(value) && !isPlainObject(value)) throw notViable(path);
    value = (value as Document | undefined | null)?.[step];
  }
  if (value === undefined) return;
  if ((operator === '$inc' || operator === '$mul') && typeof value !== 'number') {
    throw new MongoError(14, `Cannot apply ${operator} to a value of non-numeric type at '${path}'`);
  }
  if (['$push', '$addToSet', '$pull', '$pullAll', '$pop'].includes(operator) && !Array.isArray(value)) {
    throw new MongoError(2, `The field '${path}' must be an array for ${operator}`);
  }
}

function refuseConflicts(groups: Document[]): void {
  const paths = groups.flatMap(Object.keys).sort();
  for (const [i, path] of paths.entries()) {
    const next = paths[i + 1];
    if (next !== undefined && (next === path || next.startsWith(`${path}.`))) {
      throw new MongoError(2, `Updating the path '${next}' would create a conflict at '${path}'`);
    }
  }
}

function forbidId(operators: Document): void {
  const paths = Object.values(operators).flatMap((each) => Object.keys(each as Document));
  if (paths.some((path) => path.startsWith('_id.'))) throw new MongoError(66, "the field '_id' is immutable");
}

/** What a filter says a document is equal to. */
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
