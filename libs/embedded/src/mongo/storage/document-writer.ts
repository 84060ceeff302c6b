import { MongoError } from '../mongo-error.js';
import type { Document } from '../documents/bson-codec.js';
import { indexKeys, type Index } from '../documents/index-entries.js';
import type { StoredDocument } from '../documents/stored-document.js';
import { documentsTable, indexTable, namespace, type Catalog, type Collection } from './catalog.js';
import type { SqliteConnection } from './sqlite-connection.js';
import type { CollectionView } from './view.js';

/**
 * Writes single documents of one collection, with their index entries, into the open commit group. A write that throws (11000) changes
 * nothing.
 */
export class DocumentWriter {
  private readonly table: string;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly catalog: Catalog,
    readonly view: CollectionView,
  ) {
    this.table = documentsTable(view.collection);
  }

  insert(key: Buffer, document: Document, body: Buffer): void {
    const entries = this.view.collection.indexes.map((index) => this.entries(index, document, -1));
    const seq = this.insertBody(key, body);
    for (const { index, keys } of entries) this.addEntries(index, keys, seq);
  }

  replace(old: StoredDocument, document: Document, body: Buffer): void {
    const changes = this.view.collection.indexes.map((index) => {
      const before = indexKeys(index, old.document).keys;
      const after = this.entries(index, document, old.seq).keys;
      return { index, removed: without(before, after), added: without(after, before) };
    });
    this.connection.run(`UPDATE ${this.table} SET body = ? WHERE seq = ?`, [body, old.seq]);
    for (const { index, removed, added } of changes) {
      this.removeEntries(index, removed, old.seq);
      this.addEntries(index, added, old.seq);
    }
  }

  remove(old: StoredDocument): void {
    for (const index of this.view.collection.indexes) {
      this.removeEntries(index, indexKeys(index, old.document).keys, old.seq);
    }
    this.connection.run(`DELETE FROM ${this.table} WHERE seq = ?`, [old.seq]);
  }

  /** Fills a new index. Throws 11000 if the documents violate its uniqueness. */
  fill(index: Index): void {
    for (const stored of this.view.read({ reverse: false, exact: true, ordered: true })) {
      this.addEntries(index, this.entries(index, stored.document, stored.seq).keys, stored.seq);
    }
  }

  private entries(index: Index, document: Document, seq: number): { index: Index; keys: Buffer[] } {
    const { keys, multikey } = indexKeys(index, document);
    if (multikey) this.catalog.markMultikey(index);
    if (index.unique) for (const key of keys) this.checkUnique(index, key, seq);
    return { index, keys };
  }

  private checkUnique(index: Index, key: Buffer, seq: number): void {
    const sql = `SELECT seq FROM ${indexTable(index)} WHERE key = ? AND seq <> ? LIMIT 1`;
    if (this.connection.row(sql, [key, seq])) throw duplicateKey(this.view.collection, index);
  }

  private insertBody(key: Buffer, body: Buffer): number {
    try {
      return Number(
        this.connection.run(`INSERT INTO ${this.table} (key, body) VALUES (?, ?)`, [key, body]).lastInsertRowid,
      );
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
      throw duplicateKey(this.view.collection);
    }
  }

  private addEntries(index: Index, keys: Buffer[], seq: number): void {
    for (const key of keys)
      this.connection.run(`INSERT INTO ${indexTable(index)} (key, seq) VALUES (?, ?)`, [key, seq]);
  }

  private removeEntries(index: Index, keys: Buffer[], seq: number): void {
    for (const key of keys)
      this.connection.run(`DELETE FROM ${indexTable(index)} WHERE key = ? AND seq = ?`, [key, seq]);
  }
}

/** The message leaves out the values, because they may be personal and errors are logged. */
function duplicateKey(collection: Collection, index?: Index): MongoError {
  const keyPattern = (index?.spec['key'] ?? { _id: 1 }) as Document;
  const message = `E11000 duplicate key error collection: ${namespace(collection)} index: ${index?.name ?? '_id_'}`;
  return new MongoError(11000, message, { keyPattern });
}

const without = (keys: Buffer[], others: Buffer[]) => keys.filter((key) => !others.some((other) => other.equals(key)));
