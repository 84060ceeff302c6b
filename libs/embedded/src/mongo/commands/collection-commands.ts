import { isDeepStrictEqual } from 'node:util';
import { MongoError } from '../mongo-error.js';
import { encode, type Document } from '../documents/bson-codec.js';
import { compileFilter } from '../documents/filter.js';
import { sameIndexKey } from '../documents/index-entries.js';
import { ID_INDEX, namespace, type Collection } from '../storage/catalog.js';
import type { Command, CommandContext } from './command.js';

export const drop: Command = {
  fields: '',
  writes: true,
  run({ engine, input }) {
    const collection = engine.catalog.find(input.database, input.target);
    if (!collection) throw new MongoError(26, 'ns not found');
    engine.catalog.drop(collection);
    return { nIndexesWas: collection.indexes.length + 1, ns: namespace(collection), ok: 1 };
  },
};

export const dropDatabase: Command = {
  fields: '',
  writes: true,
  run({ engine, input }) {
    for (const collection of engine.catalog.list(input.database)) engine.catalog.drop(collection);
    return { dropped: input.database, ok: 1 };
  },
};

export const renameCollection: Command = {
  fields: 'to dropTarget',
  writes: true,
  run({ engine, input }) {
    const [from, to] = [split(input.target), split(String(input.value('to')))];
    const collection = engine.catalog.require(...from);
    const target = engine.catalog.find(...to);
    if (target?.id === collection.id) throw new MongoError(20, "Can't rename a collection to itself");
    if (target && !input.flag('dropTarget')) throw new MongoError(48, 'target namespace exists');
    if (target) engine.catalog.drop(target);
    engine.catalog.rename(collection, ...to);
    return { ok: 1 };
  },
};

export const createIndexes: Command = {
  fields: 'indexes commitQuorum',
  writes: true,
  run({ engine, input }) {
    const existed = engine.catalog.find(input.database, input.target);
    let collection = existed ?? engine.catalog.findOrCreate(input.database, input.target);
    const numIndexesBefore = collection.indexes.length + 1;
    for (const spec of input.documents('indexes')) collection = createIndex({ engine }, collection, checked(spec));
    const numIndexesAfter = collection.indexes.length + 1;
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically: !existed, ok: 1 };
  },
};

/** Drops one index by its name. */
export const dropIndexes: Command = {
  fields: 'index',
  writes: true,
  run({ engine, input }) {
    const collection = engine.catalog.require(input.database, input.target);
    const name = input.value('index');
    const index = collection.indexes.find(({ spec }) => spec['name'] === name);
    if (!index) throw new MongoError(27, `index not found with name [${String(name)}]`);
    engine.catalog.dropIndex(collection, index);
    return { nIndexesWas: collection.indexes.length + 1, ok: 1 };
  },
};

export const listIndexes: Command = {
  fields: 'cursor',
  run({ engine, input, cursorOwner }) {
    const collection = engine.catalog.require(input.database, input.target);
    const specs = [ID_INDEX, ...collection.indexes.map((index) => index.spec)].map((spec) => encode(spec));
    return engine.cursors.reply(specs, { namespace: namespace(collection), owner: cursorOwner });
  },
};

export const listCollections: Command = {
  fields: 'filter nameOnly cursor authorizedCollections',
  run({ engine, input, cursorOwner }) {
    const matches = compileFilter(input.document('filter') ?? {});
    const found = engine.catalog.list(input.database).map(({ name }) => ({
      name,
      type: 'collection',
      ...(!input.flag('nameOnly') && { options: {}, info: { readOnly: false }, idIndex: ID_INDEX }),
    }));
    const documents = found.filter(matches).map((each) => encode(each));
    return engine.cursors.reply(documents, { namespace: `${input.database}.$cmd.listCollections`, owner: cursorOwner });
  },
};

function createIndex({ engine }: Pick<CommandContext, 'engine'>, collection: Collection, spec: Document): Collection {
  if (sameIndexKey(spec['key'] as Document, ID_INDEX.key)) return collection;
  for (const { spec: other } of collection.indexes) {
    if (isDeepStrictEqual(other, spec)) return collection;
    if (other['name'] === spec['name'])
      throw new MongoError(86, `An index named ${String(spec['name'])} exists with another key or options`);
    if (sameIndexKey(other['key'] as Document, spec['key'] as Document)) {
      throw new MongoError(85, `Index already exists with a different name or options: ${String(other['name'])}`);
    }
  }
  const created = engine.catalog.addIndex(collection, spec);
  engine.writer(created.collection).fill(created.index);
  return created.collection;
}

const INDEX_OPTIONS = new Set(
  'v key name unique sparse partialFilterExpression expireAfterSeconds background'.split(' '),
);

/** The stored specification. Throws for unsupported kinds of index. */
function checked({ background: _, ...spec }: Document): Document {
  const refused = Object.keys(spec).find((name) => !INDEX_OPTIONS.has(name));
  if (refused) throw new MongoError(67, `the embedded server does not support the index option ${refused}`);
  const key = Object.entries((spec['key'] ?? {}) as Document);
  if (key.length === 0) throw new MongoError(67, 'Index keys cannot be an empty object');
  for (const [path, way] of key) {
    if (typeof way !== 'number' || way === 0)
      throw new MongoError(67, `unsupported kind of index on ${path}: ${String(way)}`);
    if (/\$/.test(path) || !path) throw new MongoError(67, `unsupported index path ${path}`);
  }
  if (spec['expireAfterSeconds'] !== undefined && (key.length > 1 || !(Number(spec['expireAfterSeconds']) >= 0))) {
    throw new MongoError(67, 'TTL indexes are single-field indexes with expireAfterSeconds of at least 0');
  }
  if (spec['partialFilterExpression']) compileFilter(spec['partialFilterExpression'] as Document);
  return { v: 2, ...spec };
}

function split(full: string): [database: string, name: string] {
  const dot = full.indexOf('.');
  if (dot < 1) throw new MongoError(73, `Invalid namespace: ${full}`);
  return [full.slice(0, dot), full.slice(dot + 1)];
}
