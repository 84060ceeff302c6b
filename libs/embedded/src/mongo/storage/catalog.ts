import { MongoError } from '../mongo-error.js';
import { decode, encode, type Document } from '../documents/bson-codec.js';
import { openIndex, type Index } from '../documents/index-entries.js';
import type { SqliteConnection } from './sqlite-connection.js';

/** Changed by replacing it. Only the `multikey` flag of an index is set in place. */
export type Collection = {
  readonly id: number;
  readonly database: string;
  readonly name: string;
  readonly indexes: readonly Index[];
};

export const ID_INDEX = { v: 2, key: { _id: 1 }, name: '_id_' };

export const namespace = (collection: { database: string; name: string }) =>
  `${collection.database}.${collection.name}`;
export const documentsTable = (collection: Collection) => `documents_${collection.id}`;
export const indexTable = (index: Index) => `index_${index.id}`;

/** The existing collections and indexes. Changes are written through to the open commit group. */
export class Catalog {
  private collections: ReadonlyMap<string, Collection> = new Map();

  constructor(private readonly connection: SqliteConnection) {
    this.reload();
  }

  /** Reloads the catalogue from disk after a rollback. */
  reload(): void {
    const indexes = new Map<number, Index[]>();
    for (const [id, collection, spec, multikey] of this.connection.rows(
      'SELECT id, collection, spec, multikey FROM indexes ORDER BY id',
    ) as [number, number, Buffer, number][]) {
      const index = openIndex(id, decode(spec), multikey === 1);
      indexes.set(collection, [...(indexes.get(collection) ?? []), index]);
    }
    const rows = this.connection.rows('SELECT id, database, name FROM collections') as [number, string, string][];
    this.collections = new Map(
      rows.map(([id, database, name]) => [
        `${database}.${name}`,
        { id, database, name, indexes: indexes.get(id) ?? [] },
      ]),
    );
  }

  snapshot(): ReadonlyMap<string, Collection> {
    return this.collections;
  }

  find(database: string, name: string): Collection | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  require(database: string, name: string): Collection {
    const found = this.find(database, name);
    if (!found) throw new MongoError(26, `ns does not exist: ${database}.${name}`);
    return found;
  }

  /** False once the collection was dropped; a rename keeps it. */
  has(collection: Collection): boolean {
    for (const each of this.collections.values()) if (each.id === collection.id) return true;
    return false;
  }

  list(database?: string): Collection[] {
    const all = [...this.collections.values()];
    return (database === undefined ? all : all.filter((c) => c.database === database)).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  }

  findOrCreate(database: string, name: string): Collection {
    const found = this.find(database, name);
    if (found) return found;
    checkName(database, name);
    const { lastInsertRowid } = this.connection.run('INSERT INTO collections (database, name) VALUES (?, ?)', [
      database,
      name,
    ]);
    const created: Collection = { id: Number(lastInsertRowid), database, name, indexes: [] };
    this.connection.exec(
      `CREATE TABLE ${documentsTable(created)} (seq INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, body BLOB NOT NULL)`,
    );
    this.remember(created);
    return created;
  }

  drop(collection: Collection): void {
    for (const index of collection.indexes) this.dropIndexTable(index);
    this.connection.run('DELETE FROM collections WHERE id = ?', [collection.id]);
    this.connection.forget(documentsTable(collection));
    this.connection.exec(`DROP TABLE ${documentsTable(collection)}`);
    this.forget(collection);
  }

  rename(collection: Collection, database: string, name: string): void {
    checkName(database, name);
    this.connection.run('UPDATE collections SET database = ?, name = ? WHERE id = ?', [database, name, collection.id]);
    this.forget(collection);
    this.remember({ ...collection, database, name });
  }

  addIndex(collection: Collection, spec: Document): { collection: Collection; index: Index } {
    const { lastInsertRowid } = this.connection.run('INSERT INTO indexes (collection, spec) VALUES (?, ?)', [
      collection.id,
      encode(spec),
    ]);
    const index = openIndex(Number(lastInsertRowid), spec, false);
    this.connection.exec(
      `CREATE TABLE ${indexTable(index)} (key BLOB NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (key, seq)) WITHOUT ROWID`,
    );
    const changed = { ...collection, indexes: [...collection.indexes, index] };
    this.remember(changed);
    return { collection: changed, index };
  }

  dropIndex(collection: Collection, index: Index): void {
    this.dropIndexTable(index);
    this.remember({ ...collection, indexes: collection.indexes.filter((each) => each !== index) });
  }

  markMultikey(index: Index): void {
    if (index.multikey) return;
    index.multikey = true;
    this.connection.run('UPDATE indexes SET multikey = 1 WHERE id = ?', [index.id]);
  }

  private dropIndexTable(index: Index): void {
    this.connection.run('DELETE FROM indexes WHERE id = ?', [index.id]);
    this.connection.forget(indexTable(index));
    this.connection.exec(`DROP TABLE ${indexTable(index)}`);
  }

  private remember(collection: Collection): void {
    this.collections = new Map(this.collections).set(namespace(collection), collection);
  }

  private forget(collection: Collection): void {
    const rest = new Map(this.collections);
    rest.delete(namespace(collection));
    this.collections = rest;
  }
}

function checkName(database: string, name: string): void {
  if (!/^[^/\\. "$\0]{1,63}$/.test(database)) throw new MongoError(73, `Invalid database name: '${database}'`);
  if (!name || name.includes('$') || name.includes('\0') || name.startsWith('.') || name.startsWith('system.')) {
    throw new MongoError(73, `Invalid collection name: '${name}'`);
  }
}
