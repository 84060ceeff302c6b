import type { CollectionView } from '../storage/view.js';
import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { compileFilter } from './filter.js';
import { encodeValue, inverted } from './key-encoding.js';
import { encodePart } from './index-entries.js';
import { valuesAt } from './values-at.js';
import { planQuery, type Sort } from './query-plan.js';
import { isKey } from './predicates.js';
import { StoredDocument } from './stored-document.js';

export type FindRequest = { filter: Document; sort?: Sort; skip?: number; limit?: number };

/** Sorting keeps documents in memory up to this size. Beyond it only their keys are kept, and documents are read again on demand. */
const SORT_BODIES_BYTES = 32 * 1024 * 1024;

/** Yields documents in order and on demand. `limit` 0 or missing means no limit. */
export function* find(
  view: CollectionView,
  { filter, sort = [], skip = 0, limit = 0 }: FindRequest,
): Generator<StoredDocument> {
  if (isIdOf(filter)) {
    const stored = skip === 0 ? getById(view, filter) : undefined;
    if (stored) yield stored;
    return;
  }
  const plan = planQuery(view.collection.indexes, filter, sort);
  const tested = plan.exact ? view.read(plan) : filtered(view.read(plan), compileFilter(filter));
  const ordered = plan.ordered ? tested : sorted(view, tested, sort, limit && skip + limit);
  let position = 0;
  for (const document of ordered) {
    position += 1;
    if (position <= skip) continue;
    yield document;
    if (limit && position >= skip + limit) return;
  }
}

export function findFirst(view: CollectionView, request: FindRequest): StoredDocument | undefined {
  if (isIdOf(request.filter)) return getById(view, request.filter);
  for (const document of find(view, { ...request, limit: 1 })) return document;
  return undefined;
}

/** Counts without reading documents if an index suffices. */
export function count(view: CollectionView, filter: Document): number {
  const plan = planQuery(view.collection.indexes, filter);
  if (plan.exact) {
    return view.count(plan);
  }
  let found = 0;
  for (const _ of find(view, { filter })) found += 1;
  return found;
}

export function parseSort(spec: Document | undefined): Sort {
  return Object.entries(spec ?? {}).map(([path, way]) => {
    if (Number(way) !== 1 && Number(way) !== -1) throw new MongoError(2, `unsupported sort order for ${path}`);
    return [path, Number(way) as 1 | -1];
  });
}

/**
 * Whether the filter gives one id, perhaps with more conditions, as most writes do. Planning such a query would cost more than running it.
 */
const isIdOf = (filter: Document): boolean => isKey(filter['_id']);

function getById(view: CollectionView, filter: Document): StoredDocument | undefined {
  const { _id: id, ...conditions } = filter;
  const stored = view.get(encodeValue(id));
  if (!stored || Object.keys(conditions).length === 0) return stored;
  return compileFilter(conditions)(stored.document) ? stored : undefined;
}

function* filtered(documents: Iterable<StoredDocument>, matches: (document: Document) => boolean) {
  for (const each of documents) if (matches(each.document)) yield each;
}

type Sorted = { sortKey: Buffer; key: Buffer; stored: StoredDocument | undefined };

/** A positive `first` limits the result, so that only about twice as many documents are kept in memory. */
function* sorted(view: CollectionView, documents: Iterable<StoredDocument>, sort: Sort, first: number) {
  let all: Sorted[] = [];
  let bytes = 0;
  const arrange = () => {
    all.sort((a, b) => a.sortKey.compare(b.sortKey));
    if (first) all = all.slice(0, first);
  };
  for (const found of documents) {
    const sortKey = sortKeyOf(found.document, sort);
    bytes += found.body.length;
    const keep = bytes <= SORT_BODIES_BYTES || first > 0;
    // A new object, so that the decoded document is not kept.
    const stored = keep ? new StoredDocument(found.seq, found.key, found.body) : undefined;
    all.push({ sortKey, key: found.key, stored });
    if (first && all.length >= 2 * first + 100) arrange();
  }
  arrange();
  for (const { stored, key } of all) {
    const document = stored ?? view.get(key);
    if (document) yield document;
  }
}

/** An array's sort key is its smallest element when ascending, its largest when descending. */
function sortKeyOf(document: Document, sort: Sort): Buffer {
  const parts = sort.map(([path, way]) => {
    const { values } = valuesAt(document, path);
    const keys = values.map((value) => encodePart(value, false, true)).sort(Buffer.compare);
    return way > 0 ? keys[0]! : inverted(keys.at(-1)!);
  });
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}
