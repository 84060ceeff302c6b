import { isDeepStrictEqual } from 'node:util';
import type { Document } from './bson-codec.js';
import { encodePart, type Index, type IndexField } from './index-entries.js';
import { isPlainObject, successor } from './key-encoding.js';
import { boundsOf, descendingRange, predicatesOf, type KeyRange, type Predicate } from './predicates.js';

/**
 * How to find a filter's documents. Without `ranges` the collection is read in order of insertion; without `index` the ranges are over _id.
 * `byId`: each range is one whole _id. `exact`: every document found matches without a test. `ordered`: documents are found in the
 * requested order.
 */
export type Plan = {
  index?: Index;
  ranges?: KeyRange[];
  byId?: boolean;
  reverse: boolean;
  exact: boolean;
  ordered: boolean;
};

export type Sort = [path: string, way: 1 | -1][];

const ID_FIELDS: IndexField[] = [{ path: '_id', descending: false }];
const MAX_RANGES = 20_000;

export function planQuery(indexes: readonly Index[], filter: Document, sort: Sort = []): Plan {
  const predicates = predicatesOf(filter);
  let best: { plan: Plan; score: number } = {
    plan: { reverse: false, exact: predicates.length === 0, ordered: sort.length === 0 },
    score: 0,
  };
  for (const index of [undefined, ...indexes]) {
    const candidate = planWith(index, predicates, sort, filter);
    if (candidate && candidate.score > best.score) best = candidate;
    if (best.plan.byId) break;
  }
  return best.plan;
}

function planWith(index: Index | undefined, predicates: Predicate[], sort: Sort, filter: Document) {
  const fields = index?.fields ?? ID_FIELDS;
  const used = new Set<Predicate>();
  if (index?.partialFilter && !implies(predicates, filter, index.partialFilter, used)) return undefined;
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let depth = 0;
  for (; depth < fields.length; depth++) {
    const field = fields[depth]!;
    const predicate = predicates.find((each) => each.kind === 'in' && each.path === field.path);
    if (predicate?.kind !== 'in' || prefixes.length * predicate.values.length > MAX_RANGES) break;
    used.add(predicate);
    const parts = predicate.values.map((value) => encodePart(value, field.descending));
    prefixes = inOrder(prefixes.flatMap((prefix) => parts.map((part) => Buffer.concat([prefix, part]))));
  }
  const equal = depth;
  const fixed = prefixes.length === 1 ? equal : 0;
  let ranges: KeyRange[] = prefixes.map((prefix) =>
    prefix.length ? { from: prefix, to: successor(prefix) } : { from: prefix, to: Buffer.from([0xff]) },
  );
  const ranged = fields[depth] && rangeOn(fields[depth]!, predicates, index?.multikey ?? false, used);
  if (ranged)
    ranges = prefixes.map((p) => ({ from: Buffer.concat([p, ranged.from]), to: Buffer.concat([p, ranged.to]) }));
  if (index?.sparse && !findsPresentOnly(fields.slice(0, equal), predicates, Boolean(ranged))) return undefined;
  const order = index?.multikey ? undefined : orderOf(fields, equal, fixed, sort, prefixes.length);
  if (equal === 0 && !ranged && !(order && sort.length && !index?.sparse)) return undefined;
  const byId = !index && equal > 0 ? 1000 : 0;
  const score = byId + equal * 10 + (ranged ? 5 : 0) + (order && sort.length ? 4 : 0) + (index?.partialFilter ? 1 : 0);
  const exact =
    !index?.multikey && predicates.every((each) => used.has(each) && (each.kind === 'in' || each.kind === 'range'));
  const plan: Plan = {
    index,
    ranges,
    byId: byId > 0,
    reverse: order === 'reverse',
    exact,
    ordered: sort.length === 0 || order !== undefined,
  };
  return { plan, score };
}

/** Whether reading the index forwards or in reverse gives the requested sort. Fields fixed to one value are ignored. */
function orderOf(fields: readonly IndexField[], equal: number, fixed: number, sort: Sort, ranges: number) {
  if (sort.length === 0) return 'forward';
  if (ranges > 1) return undefined;
  const constant = new Set(fields.slice(0, fixed).map((field) => field.path));
  const wanted = sort.filter(([path]) => !constant.has(path));
  const rest = fields.slice(equal);
  if (wanted.length > rest.length || wanted.some(([path], i) => rest[i]!.path !== path)) return undefined;
  const reversed = wanted.map(([, way], i) => way < 0 !== rest[i]!.descending);
  if (reversed.every((r) => !r)) return 'forward';
  return reversed.every((r) => r) ? 'reverse' : undefined;
}

function rangeOn(
  field: IndexField,
  predicates: Predicate[],
  multikey: boolean,
  used: Set<Predicate>,
): KeyRange | undefined {
  let from: Buffer | undefined;
  let to: Buffer | undefined;
  for (const predicate of predicates) {
    if (predicate.path !== field.path || used.has(predicate)) continue;
    const bounds = boundsOf(predicate);
    if (!bounds) continue;
    // Different elements of an array may match the two bounds, so only one of several conditions may narrow the range.
    if (multikey && from) continue;
    used.add(predicate);
    if (!from || bounds.from.compare(from) > 0) from = bounds.from;
    if (!to || bounds.to.compare(to) < 0) to = bounds.to;
  }
  if (!from || !to) return undefined;
  return field.descending ? descendingRange({ from, to }) : { from, to };
}

/** A sparse index has no entry for documents without its fields, so the filter itself must exclude them. */
const findsPresentOnly = (equalFields: readonly IndexField[], predicates: Predicate[], ranged: boolean) =>
  ranged || equalFields.some(({ path }) => predicates.some((each) => each.path === path && excludesMissing(each)));

/** Whether every document of the filter is within the partial index. Conditions equal to the index's own are then added to `used`. */
function implies(predicates: Predicate[], filter: Document, partial: Document, used: Set<Predicate>): boolean {
  return Object.entries(partial).every(([path, condition]) => {
    if (Object.hasOwn(filter, path) && isDeepStrictEqual(filter[path], condition)) {
      const own = predicates.filter((predicate) => predicate.path === path);
      if (own.length === 1 && own[0]!.kind === 'in') used.add(own[0]!);
      return true;
    }
    if (isPlainObject(condition) && isDeepStrictEqual(condition, { $exists: true })) {
      return predicates.some((each) => each.path === path && excludesMissing(each));
    }
    return false;
  });
}

const excludesMissing = (predicate: Predicate) =>
  predicate.kind === 'range' ||
  predicate.kind === 'pattern' ||
  (predicate.kind === 'in' && predicate.values.every((value) => value !== null)) ||
  (predicate.kind === 'exists' && predicate.exists);

function inOrder(keys: Buffer[]): Buffer[] {
  if (keys.length < 2) return keys;
  const distinct = [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
  return distinct.sort(Buffer.compare);
}
