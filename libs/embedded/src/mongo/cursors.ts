import { randomBytes } from 'node:crypto';
import { Long } from 'bson';
import { MongoError } from './mongo-error.js';
import { encodeWithRaw, MAX_DOCUMENT_BYTES, Raw } from './documents/bson-codec.js';

const IDLE_MS = 10 * 60_000;
const MOST_OPEN = 1_000;
const FIRST_BATCH = 101;

/** `rest` yields encoded documents. `overflow` is the document that did not fit into the last batch. */
type Cursor = {
  namespace: string;
  owner: string;
  rest: Iterator<Buffer>;
  overflow: Buffer | undefined;
  usedAt: number;
};

/** Open cursors. Each holds a position in its collection, not its documents. */
export class Cursors {
  private readonly open = new Map<string, Cursor>();

  /** The reply to a command that returns documents: the first batch, and a cursor if there are more. */
  reply(
    documents: Iterable<Buffer>,
    options: { namespace: string; owner: string; batchSize?: number; singleBatch?: boolean },
  ): Buffer {
    const rest = documents[Symbol.iterator]();
    const cursor: Cursor = { namespace: options.namespace, owner: options.owner, rest, overflow: undefined, usedAt: 0 };
    const { batch, done } = take(cursor, options.batchSize ?? FIRST_BATCH);
    const id = done || options.singleBatch ? Long.ZERO : this.keep(cursor);
    return cursorReply('firstBatch', batch, id, cursor.namespace);
  }

  more(id: Long, namespace: string, owner: string, batchSize?: number): Buffer {
    const cursor = this.open.get(id.toString());
    if (!cursor || cursor.namespace !== namespace || cursor.owner !== owner) {
      throw new MongoError(43, `cursor id ${id.toString()} not found`);
    }
    try {
      const { batch, done } = take(cursor, batchSize || Infinity);
      cursor.usedAt = Date.now();
      if (done) this.open.delete(id.toString());
      return cursorReply('nextBatch', batch, done ? Long.ZERO : id, namespace);
    } catch (error) {
      this.open.delete(id.toString());
      throw error;
    }
  }

  kill(id: Long): boolean {
    return this.open.delete(id.toString());
  }

  killOf(owner: string): void {
    for (const [id, cursor] of this.open) if (cursor.owner === owner) this.open.delete(id);
  }

  killIdle(now = Date.now()): void {
    for (const [id, cursor] of this.open) if (now - cursor.usedAt > IDLE_MS) this.open.delete(id);
  }

  private keep(cursor: Cursor): Long {
    if (this.open.size >= MOST_OPEN) throw new MongoError(1, `more than ${MOST_OPEN} cursors are open`);
    cursor.usedAt = Date.now();
    const id = Long.fromBigInt(randomBytes(8).readBigInt64BE() & 0x7fff_ffff_ffff_ffffn);
    this.open.set(id.toString(), cursor);
    return id;
  }
}

/** Takes at most `most` documents and at most 16 MiB, but at least one document. */
function take(cursor: Cursor, most: number): { batch: Buffer[]; done: boolean } {
  const batch: Buffer[] = [];
  let bytes = 0;
  while (batch.length < most) {
    const next = cursor.overflow ? { value: cursor.overflow, done: false } : cursor.rest.next();
    cursor.overflow = undefined;
    if (next.done) return { batch, done: true };
    const document = next.value;
    bytes += document.length;
    if (batch.length && bytes > MAX_DOCUMENT_BYTES) {
      cursor.overflow = document;
      break;
    }
    batch.push(document);
  }
  // Checks for one more document, so that results that just fit leave no cursor open.
  if (batch.length && !cursor.overflow) {
    const next = cursor.rest.next();
    if (next.done) return { batch, done: true };
    cursor.overflow = next.value;
  }
  return { batch, done: false };
}

const cursorReply = (batchName: string, batch: Buffer[], id: Long, ns: string) =>
  encodeWithRaw({ cursor: new Raw(encodeWithRaw({ [batchName]: new Raw(batch), id, ns })), ok: 1 });
