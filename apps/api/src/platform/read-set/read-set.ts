import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Db } from 'mongodb';
import type { QueryClient } from '../clickhouse/query-client.js';

/** The read models of one plan as recorded by a past moment. */
export interface ReadSet {
  id: string;
  planId: string;
  /** The moment that counts as 'now' in queries. */
  moment: Date;
  views: Db;
  client: ClickHouseClient;
  queries: QueryClient & { close: () => Promise<void> };
}

const current = new AsyncLocalStorage<ReadSet>();

/** The read set of the current request; undefined for the live read models. */
export const currentReadSet = (): ReadSet | undefined => current.getStore();

export const withReadSet = <Value>(set: ReadSet, run: () => Value): Value => current.run(set, run);

/**
 * A proxy with an instance for the live read models and one for each read set. A request gets the instance of its read set, so answers that
 * an instance caches are never shown for another one, and callers need not know about read sets.
 */
export function perReadSet<Of extends object>(live: Of, make: (set: ReadSet) => Of): Of {
  const made = new WeakMap<ReadSet, Of>();
  const instance = (): Of => {
    const set = currentReadSet();
    if (set === undefined) return live;
    const known = made.get(set) ?? make(set);
    made.set(set, known);
    return known;
  };
  return new Proxy(live, {
    get(_, name) {
      const of = instance();
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
}
