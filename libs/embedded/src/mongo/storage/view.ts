import { MongoError } from '../mongo-error.js';
import { asBuffer } from '../documents/bson-codec.js';
import type { Index } from '../documents/index-entries.js';
import type { Plan } from '../documents/query-plan.js';
import type { KeyRange } from '../documents/predicates.js';
import { StoredDocument } from '../documents/stored-document.js';
import { documentsTable, indexTable, type Collection } from './catalog.js';
import type { Row, SqliteConnection, SqlValue } from './sqlite-connection.js';

const PAGE_BYTES = 1024 * 1024;
const MOST_ROWS = 512;

/**
 * One collection as a reader sees it. It is read page by page, each page in one complete statement, so a cursor may pause between two pages
 * while others write.
 */
export class CollectionView {
  constructor(
    private readonly connection: SqliteConnection,
    readonly collection: Collection,
  ) {}

  get(key: Buffer): StoredDocument | undefined {
    const row = this.connection.row(`SELECT seq, body FROM ${documentsTable(this.collection)} WHERE key = ?`, [key]);
    return row && new StoredDocument(row[0] as number, key, row[1] as Buffer);
  }

  *read(plan: Plan): Generator<StoredDocument> {
    const seen = plan.index?.multikey ? new Set<number>() : undefined;
    for (const document of this.readStored(plan)) {
      if (seen?.has(document.seq)) continue;
      seen?.add(document.seq);
      yield document;
    }
  }

  /** Number of index entries in the ranges of an exact plan. */
  count(plan: Plan): number {
    const table = plan.index ? indexTable(plan.index) : documentsTable(this.collection);
    if (!plan.ranges) return this.connection.row(`SELECT count(*) FROM ${table}`)![0] as number;
    const sql = `SELECT count(*) FROM ${table} WHERE key >= ? AND key < ?`;
    return plan.ranges.reduce((sum, { from, to }) => sum + (this.connection.row(sql, [from, to])![0] as number), 0);
  }

  private *readStored(plan: Plan): Generator<StoredDocument> {
    if (!plan.ranges) return yield* this.readAll();
    for (const range of plan.reverse ? [...plan.ranges].reverse() : plan.ranges) {
      if (plan.index) yield* this.readIndex(plan.index, range, plan.reverse);
      else if (plan.byId) {
        const found = this.get(range.from);
        if (found) yield found;
      } else yield* this.readById(range, plan.reverse);
    }
  }

  private *readAll(): Generator<StoredDocument> {
    const table = documentsTable(this.collection);
    const sql = `SELECT seq, key, body FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ?`;
    let last: SqlValue[] = [0];
    for (const row of this.pages((limit) => [sql, [...last, limit]])) {
      last = [row[0] as number];
      yield new StoredDocument(row[0] as number, asBuffer(row[1] as Buffer), row[2] as Buffer);
    }
  }

  private *readById({ from, to }: KeyRange, reverse: boolean): Generator<StoredDocument> {
    const table = documentsTable(this.collection);
    const first = `SELECT seq, key, body FROM ${table} WHERE key >= ? AND key < ? ORDER BY key ${reverse ? 'DESC' : ''} LIMIT ?`;
    const next = first.replace('>=', '>');
    let bounds: [string, SqlValue[]] = [first, [from, to]];
    for (const row of this.pages((limit) => [bounds[0], [...bounds[1], limit]])) {
      const key = row[1] as Buffer;
      bounds = reverse ? [first, [from, key]] : [next, [key, to]];
      yield new StoredDocument(row[0] as number, key, row[2] as Buffer);
    }
  }

  private *readIndex(index: Index, { from, to }: KeyRange, reverse: boolean): Generator<StoredDocument> {
    const way = reverse ? 'DESC' : 'ASC';
    const bounds = reverse ? '(i.key, i.seq) < (?, ?) AND i.key >= ?' : '(i.key, i.seq) > (?, ?) AND i.key < ?';
    const sql =
      `SELECT i.key, i.seq, d.key, d.body FROM ${indexTable(index)} i ` +
      `CROSS JOIN ${documentsTable(this.collection)} d ON d.seq = i.seq ` +
      `WHERE ${bounds} ORDER BY i.key ${way}, i.seq ${way} LIMIT ?`;
    let last: SqlValue[] = [reverse ? to : from, -1];
    for (const row of this.pages((limit) => [sql, [...last, reverse ? from : to, limit]])) {
      last = [row[0] as Buffer, row[1] as number];
      yield new StoredDocument(row[1] as number, row[2] as Buffer, row[3] as Buffer);
    }
  }

  /** Pages grow while documents are small. A page of large documents (GridFS chunks) stays near 1 MiB. */
  private *pages(next: (limit: number) => [sql: string, parameters: SqlValue[]]): Generator<Row> {
    for (let limit = 4; ;) {
      const rows = this.page(...next(limit));
      yield* rows;
      if (rows.length < limit) return;
      const bytes = rows.reduce((sum, row) => sum + (row.at(-1) as Buffer).length, 0);
      limit = Math.max(1, Math.min(MOST_ROWS, limit * 8, Math.floor((PAGE_BYTES * rows.length) / bytes)));
    }
  }

  private page(sql: string, parameters: SqlValue[]): Row[] {
    try {
      return this.connection.rows(sql, parameters);
    } catch (error) {
      if (!/no such table/.test((error as Error).message)) throw error;
      throw new MongoError(175, 'the collection or index was dropped while it was being read');
    }
  }
}
