import { createHash } from 'node:crypto';
import type { Document } from 'mongodb';

/** A ClickHouse table as far as two versions of it can differ. */
export interface WantedTable {
  readonly table: string;
  readonly columns: Readonly<Record<string, { readonly type: string }>>;
  readonly key: readonly string[];
  readonly partitionBy?: string;
  readonly newestBy?: readonly string[];
  readonly merges?: boolean;
}

export interface WantedIndex {
  readonly database: 'views' | 'ops' | 'files' | 'vault';
  readonly collection: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly expireAfterSeconds?: number;
  readonly sparse?: true;
  readonly unique?: true;
}

/** Documents of `views` that an earlier version wrote, and to which the schema step adds what they lack. */
export interface DocumentsToComplete {
  readonly collection: string;
  /** What they lack, in words for operators. */
  readonly lacks: string;
  readonly filter: Document;
}

/** What a version needs in its engines before its servers start. */
export interface WantedSchema {
  readonly tables: readonly WantedTable[];
  readonly indexes: readonly WantedIndex[];
  readonly documents: readonly DocumentsToComplete[];
  /** The declared shape of each read model as text, by kind. */
  readonly readModels: Readonly<Record<string, string>>;
}

/**
 * The properties that make two tables equal: columns with their types in order, key, partitions, and which of several rows with the same
 * key is kept.
 */
export const layoutOf = ({ columns, key, partitionBy = '', newestBy = [], merges = true }: WantedTable): string =>
  JSON.stringify([
    Object.entries(columns).map(([name, { type }]) => `${name} ${type}`),
    key.join(', '),
    partitionBy,
    merges,
    newestBy.join(', '),
  ]);

/** An index's name as MongoDB's driver makes it. */
export const indexName = ({ key }: Pick<WantedIndex, 'key'>): string =>
  Object.entries(key)
    .map(([field, order]) => `${field}_${order}`)
    .join('_');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Two versions with the same digest want the same schema. */
export const schemaDigest = ({ tables, indexes, documents }: WantedSchema): string =>
  sha256(
    JSON.stringify([
      tables.map((table) => [table.table, layoutOf(table)]),
      indexes.map((index) => [
        index.database,
        index.collection,
        index.key,
        index.expireAfterSeconds ?? null,
        index.sparse ?? false,
        index.unique ?? false,
      ]),
      documents.map(({ collection, filter }) => [collection, filter]),
    ]),
  );

/** Digests of the read models' declared shapes, by kind. */
export const readModelDigests = ({ readModels }: Pick<WantedSchema, 'readModels'>): Record<string, string> =>
  Object.fromEntries(Object.entries(readModels).map(([kind, shape]) => [kind, sha256(shape)]));
