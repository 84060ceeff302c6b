import { transientError } from './mongo-error.js';
import { decode, type Document } from './documents/bson-codec.js';
import { indexKeys } from './documents/index-entries.js';
import type { StoredDocument } from './documents/stored-document.js';
import { namespace, type Catalog, type Collection } from './storage/catalog.js';
import {
  duplicateKey,
  StoredDocumentWriter,
  type DocumentLocks,
  type DocumentWriter,
} from './storage/document-writer.js';
import { SqliteConnection } from './storage/sqlite-connection.js';
import { CollectionView, overlayKey, type Overlay } from './storage/view.js';

/** As MongoDB's transactionLifetimeLimitSeconds. */
const LIFETIME_MS = 60_000;

/** A write met a document that a running transaction has written: wait for `ended`, then run the command again. */
export class LockedByTransaction extends Error {
  constructor(readonly ended: Promise<void>) {
    super('the document is being written by a transaction');
  }
}

/**
 * One running transaction. It reads from a snapshot (a SQLite read transaction on its own connection), keeps writes in memory until the
 * commit, and locks the documents that it writes.
 */
export class Transaction {
  readonly startedAt = Date.now();
  readonly ended: Promise<void>;
  readonly overlays = new Map<number, Overlay>();
  end!: () => void;

  constructor(
    readonly session: string,
    readonly number: number,
    readonly connection: SqliteConnection,
    readonly collections: ReadonlyMap<string, Collection>,
  ) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  /** Cursors read from the snapshot and end with it. */
  get cursorOwner(): string {
    return `${this.session}/${this.number}`;
  }

  view(collection: Collection): CollectionView {
    const asOfSnapshot = [...this.collections.values()].find((each) => each.id === collection.id);
    return new CollectionView(
      this.connection,
      asOfSnapshot ?? collection,
      this.overlay(collection),
      Boolean(asOfSnapshot),
    );
  }

  overlay(collection: Collection): Overlay {
    let overlay = this.overlays.get(collection.id);
    if (!overlay) this.overlays.set(collection.id, (overlay = new Map()));
    return overlay;
  }
}

export class Transactions implements DocumentLocks {
  private readonly running = new Map<string, Transaction>();
  private readonly holders = new Map<string, Transaction>();
  private readonly idle: SqliteConnection[] = [];

  constructor(
    private readonly path: string,
    private readonly main: SqliteConnection,
    private readonly catalog: Catalog,
    private readonly killCursors: (owner: string) => void,
  ) {}

  /** The commit group must be flushed first, so that the snapshot has everything acknowledged. */
  begin(session: string, number: number): Transaction {
    const last = this.running.get(session);
    if (last) this.finish(last);
    const connection = this.idle.pop() ?? new SqliteConnection(this.path);
    connection.run('BEGIN');
    // SQLite takes the snapshot at the first read.
    connection.row('SELECT count(*) FROM collections');
    const transaction = new Transaction(session, number, connection, this.catalog.snapshot());
    this.running.set(session, transaction);
    return transaction;
  }

  find(session: string, number: number): Transaction {
    const found = this.running.get(session);
    if (!found || found.number !== number) {
      throw transientError(251, `Given transaction number ${number} does not match any in-progress transactions`);
    }
    return found;
  }

  isRunning(session: string, number: number): boolean {
    return this.running.get(session)?.number === number;
  }

  writer(transaction: Transaction, collection: Collection): DocumentWriter {
    return new TransactionWriter(this, transaction, collection, new CollectionView(this.main, collection));
  }

  check(collection: Collection, key: string): void {
    const holder = this.holders.get(`${collection.id}:${key}`);
    if (holder) throw new LockedByTransaction(holder.ended);
  }

  /** Takes a document for the transaction; a conflict is for the driver to retry. */
  hold(transaction: Transaction, collection: Collection, key: string): void {
    const name = `${collection.id}:${key}`;
    const holder = this.holders.get(name);
    if (holder && holder !== transaction) throw writeConflict();
    this.holders.set(name, transaction);
  }

  /** Writes everything into the open commit group. Throws, leaving it to the group to undo, when the result would break a unique index. */
  apply(transaction: Transaction): void {
    const noLocks: DocumentLocks = { check: () => undefined };
    for (const [id, overlay] of transaction.overlays) {
      if (overlay.size === 0) continue;
      const collection = this.catalog.list().find((each) => each.id === id);
      if (!collection) throw writeConflict();
      const view = new CollectionView(this.main, collection);
      const writer = new StoredDocumentWriter(this.main, this.catalog, view, noLocks);
      // Deletions first: they may free a unique key that an insertion takes.
      const writes = [...overlay.values()].sort((a, b) => Number(a.body !== null) - Number(b.body !== null));
      for (const { key, body } of writes) {
        const old = view.get(key);
        if (!body) {
          if (old) writer.remove(old);
        } else if (old) writer.replace(old, decode(body), body);
        else writer.insert(key, decode(body), body);
      }
    }
  }

  finish(transaction: Transaction): void {
    if (this.running.get(transaction.session) !== transaction) return;
    this.running.delete(transaction.session);
    for (const [name, holder] of this.holders) if (holder === transaction) this.holders.delete(name);
    this.killCursors(transaction.cursorOwner);
    transaction.connection.run('COMMIT');
    if (this.idle.length < 4) this.idle.push(transaction.connection);
    else transaction.connection.close();
    transaction.end();
  }

  endSession(session: string): void {
    const transaction = this.running.get(session);
    if (transaction) this.finish(transaction);
  }

  abortExpired(now = Date.now()): void {
    for (const each of [...this.running.values()]) if (now - each.startedAt > LIFETIME_MS) this.finish(each);
  }

  close(): void {
    for (const each of [...this.running.values()]) this.finish(each);
    for (const connection of this.idle.splice(0)) connection.close();
  }
}

const writeConflict = () => transientError(112, 'Write conflict: another operation has written the same document');

class TransactionWriter implements DocumentWriter {
  readonly view: CollectionView;

  constructor(
    private readonly transactions: Transactions,
    private readonly transaction: Transaction,
    private readonly collection: Collection,
    private readonly latest: CollectionView,
  ) {
    this.view = transaction.view(collection);
  }

  insert(key: Buffer, document: Document, body: Buffer): void {
    if (this.view.get(key)) throw duplicateKey(this.collection);
    this.write(key, document, body);
  }

  replace(old: StoredDocument, document: Document, body: Buffer): void {
    this.write(old.key, document, body);
  }

  remove(old: StoredDocument): void {
    this.write(old.key, undefined, null);
  }

  private write(key: Buffer, document: Document | undefined, body: Buffer | null): void {
    const overlay = this.transaction.overlay(this.collection);
    const name = overlayKey(key);
    if (!overlay.has(name)) this.refuseIfChanged(key);
    this.transactions.hold(this.transaction, this.collection, name);
    if (document) this.checkUnique(key, document);
    overlay.set(name, { key, body });
  }

  /** Someone has committed to this document since the snapshot. */
  private refuseIfChanged(key: Buffer): void {
    const before = this.view.get(key)?.body;
    const now = this.latest.get(key)?.body;
    if (before === undefined ? now !== undefined : !now?.equals(before)) throw writeConflict();
  }

  private checkUnique(key: Buffer, document: Document): void {
    for (const index of this.collection.indexes.filter((each) => each.unique)) {
      const { keys } = indexKeys(index, document);
      const ranges = keys.map((from) => ({ from, to: Buffer.concat([from, Buffer.from([0])]) }));
      const snapshotHas = this.view.collection.indexes.some((each) => each.id === index.id);
      if (!snapshotHas) throw transientError(112, `index ${index.name} of ${namespace(this.collection)} is new`);
      for (const other of this.view.read({ index, ranges, reverse: false, exact: true, ordered: false })) {
        if (other.key.equals(key)) continue;
        const taken = indexKeys(index, other.document).keys;
        if (keys.some((each) => taken.some((one) => one.equals(each)))) throw duplicateKey(this.collection, index);
      }
    }
  }
}
