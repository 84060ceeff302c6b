import type { Engine } from './engine.js';
import { BRACKET, encodeValue } from './documents/key-encoding.js';
import { descendingRange } from './documents/predicates.js';
import type { Index } from './documents/index-entries.js';
import type { Collection } from './storage/catalog.js';

/** Maximum number of documents that one sweep removes for an index. */
const MOST = 5_000;

/** Removes documents that a TTL index says have expired. Returns whether more may be removed at once. */
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

/** Returns how many documents it removed. */
function sweep(engine: Engine, collection: Collection, index: Index, before: number): number {
  // Only dates expire; other values never do.
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
  for (const key of keys) engine.group.run(() => writer.remove(writer.view.get(key)!));
  return keys.length;
}
