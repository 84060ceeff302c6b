import { comparedTables, type ReadRows } from './standing-tables.js';
import { differingIndexes, indexTitle, type MongoServers } from './stored-indexes.js';
import { readModelDigests, type WantedSchema } from './wanted-schema.js';
import { builtReadModels } from './applied-schemas.js';

/** What separates the engines' schema from the one that a version wants. */
export interface SchemaState {
  missingTables: string[];
  /** Tables that another version declared otherwise; they have to be dropped and rebuilt. */
  otherTables: string[];
  /** Indexes to make, as `database.collection name`. */
  indexes: string[];
  /** What documents of an earlier version lack. */
  documents: string[];
  /** Kinds of read models whose declared shape changed since they were last built from the first event. */
  readModels: string[];
}

export interface SchemaEngines extends MongoServers {
  rows: ReadRows;
}

export async function schemaState(engines: SchemaEngines, wanted: WantedSchema): Promise<SchemaState> {
  const views = engines.mongo.db('views');
  const [tables, indexes, documents, built] = await Promise.all([
    comparedTables(engines.rows, wanted.tables),
    differingIndexes(engines, wanted.indexes),
    Promise.all(
      wanted.documents.map(async ({ collection, lacks, filter }) =>
        (await views.collection(collection).findOne(filter, { projection: { _id: 1 } })) === null ? [] : [lacks],
      ),
    ),
    builtReadModels(views).find().toArray(),
  ]);
  const now = readModelDigests(wanted);
  return {
    missingTables: tables.missing,
    otherTables: tables.others,
    indexes: indexes.map(indexTitle),
    documents: documents.flat(),
    readModels: built.filter(({ _id, digest }) => now[_id] !== undefined && now[_id] !== digest).map(({ _id }) => _id),
  };
}

/** Whether the schema step has nothing to do. Read models may still wait for a rebuild, without which servers run. */
export const isApplied = ({ missingTables, otherTables, indexes, documents }: SchemaState): boolean =>
  [missingTables, otherTables, indexes, documents].every(({ length }) => length === 0);
