import type { Engine } from './engine.js';
import { BRACKET, encodeValue } from './documents/key-encoding.js';
import { descendingRange } from './documents/predicates.js';
import type { Index } from './documents/index-entries.js';
import type { Collection } from './storage/catalog.js';
import { LockedByTransaction } from './transactions.js';

/** Maximum number of documents of an index removed in one sweep. */
const MOST = 5_000;

/**
 * Removes documents that have expired by a TTL index. Returns whether there may be more. A document held by a transaction is left for a
 * later sweep.
 */
export function removeExpired(engine: Engine, now = Date.now()): boolean {
  let areMore = false;
  for (const collection of engine.catalog.list()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined) continue;
      const removed = sweep(engine, collection, index, now - index.expireAfterSeconds * 1000);
      areMore ||= removed === MOST;
    }
  }
  return areMore;
}

/** Returns the number of removed documents. */
function sweep(engine: Engine, collection: Collection, index: Index, before: number): number {
  // Dates only; other values never expire.
  const oldest = Buffer.from([BRACKET.date]);
  const latest = encodeValue(new Date(before));
  const range = { from: oldest, to: latest };
  const ranges = [index.fields[0]!.descending ? descendingRange(range) : range];
  const writer = engine.writer(collection);
  const keys: Buffer[] = [];
  for (const { key } of writer.view.read({ index, ranges, reverse: false, exact: true, ordered: false })) {
    keys.push(key);
    if (keys.length === MOST) break;
  }
  let removed = 0;
  for (const key of keys) {
    try {
      engine.group.run(() => writer.remove(writer.view.get(key)!));
      removed += 1;
    } catch (error) {
      if (!(error instanceof LockedByTransaction)) throw error;
    }
  }
  return removed;
}
