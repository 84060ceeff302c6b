import type { Engine } from './engine.js';
import { BRACKET, encodeValue } from './documents/key-encoding.js';
import { descendingRange } from './documents/predicates.js';
import type { Index } from './documents/index-entries.js';
import type { Collection } from './storage/catalog.js';
import { LockedByTransaction } from './transactions.js';

/** Documents removed in one go: others get their turn in between two sweeps. */
const MOST = 5_000;

/** Removes documents whose TTL index has passed. One that a transaction holds stays for the next sweep. */
export function removeExpired(engine: Engine, now = Date.now()): void {
  for (const collection of engine.catalog.list()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds !== undefined)
        sweep(engine, collection, index, now - index.expireAfterSeconds * 1000);
    }
  }
}

function sweep(engine: Engine, collection: Collection, index: Index, before: number): void {
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
  for (const key of keys) {
    try {
      engine.group.run(() => writer.remove(writer.view.get(key)!));
    } catch (error) {
      if (!(error instanceof LockedByTransaction)) throw error;
    }
  }
}
