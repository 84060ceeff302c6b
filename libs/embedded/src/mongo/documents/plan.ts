import { isDeepStrictEqual } from 'node:util';
import { Binary, Long, ObjectId } from 'bson';
import type { Document } from './bson-codec.js';
import { encodePart, type Index, type IndexField } from './index-entries.js';
import { BRACKET, encodeValue, inverted, isPlainObject, stringPrefix, successor } from './key-encoding.js';

/** Half-open: from <= key < to. */
export type KeyRange = { from: Buffer; to: Buffer };

/**
 * How to find the documents of a filter. Without `ranges` the collection is read in order of insertion; without `index` the ranges are of _id.
 * `byId`: each range is one whole _id. `exact`: everything found matches, the filter need not be tested. `ordered`: found in the order asked for.
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

type Predicate = {
  path: string;
  in?: unknown[];
  range?: { operator: string; value: unknown }[];
  prefix?: string;
  other?: boolean;
};

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
    const predicate = predicates.find((each) => each.path === field.path && each.in);
    if (!predicate || prefixes.length * predicate.in!.length > MAX_RANGES) break;
    used.add(predicate);
    const parts = predicate.in!.map((value) => encodePart(value, field.descending));
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
  const exact = !index?.multikey && predicates.every((predicate) => used.has(predicate) && !predicate.other);
  const plan: Plan = {
    index,
    ranges,
    byId: byId > 0,
    reverse: order === 'reverse',
    exact,
    ordered: order !== undefined,
  };
  return { plan, score };
}

/** Whether reading the index forwards or in reverse gives the sort asked for; fields fixed to one value do not count. */
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
    const bounds = predicate.prefix
      ? prefixBounds(predicate.prefix)
      : predicate.range
        ? boundsOf(predicate.range)
        : undefined;
    if (!bounds) continue;
    // Different elements of an array may meet the two bounds, so that only one of several conditions may narrow.
    if (multikey && from) continue;
    used.add(predicate);
    if (!from || bounds.from.compare(from) > 0) from = bounds.from;
    if (!to || bounds.to.compare(to) < 0) to = bounds.to;
  }
  if (!from || !to) return undefined;
  return field.descending ? { from: inverted(to), to: inverted(from) } : { from, to };
}

const prefixBounds = (prefix: string): KeyRange => {
  const from = stringPrefix(prefix);
  return { from, to: successor(from) };
};

/** A comparison matches values of the operand's own type only. */
function boundsOf(range: { operator: string; value: unknown }[]): KeyRange | undefined {
  let bounds: KeyRange | undefined;
  for (const { operator, value } of range) {
    const key = encodeValue(value);
    const bracket = key[0]!;
    // NaN is below every number, and no comparison finds it.
    let from: Buffer = Buffer.from(bracket === BRACKET.number ? [bracket, 0, 0, 0, 0, 0, 0, 0, 0, 0xff] : [bracket]);
    let to: Buffer = Buffer.from([bracket + 1]);
    if (operator === '$gt') from = successor(key);
    if (operator === '$gte') from = key;
    if (operator === '$lt') to = key;
    if (operator === '$lte') to = successor(key);
    bounds = {
      from: bounds && bounds.from.compare(from) > 0 ? bounds.from : from,
      to: bounds && bounds.to.compare(to) < 0 ? bounds.to : to,
    };
  }
  return bounds;
}

/** A sparse index has no entry for documents without its fields, so the filter must exclude those by itself. */
const findsPresentOnly = (equalFields: readonly IndexField[], predicates: Predicate[], ranged: boolean) =>
  ranged ||
  equalFields.some(({ path }) =>
    predicates.some((each) => each.path === path && each.in?.every((v) => v !== null && v !== undefined)),
  );

/** Whether every document of the filter is within the partial index. Conditions that say just that are then used up. */
function implies(predicates: Predicate[], filter: Document, partial: Document, used: Set<Predicate>): boolean {
  return Object.entries(partial).every(([path, condition]) => {
    if (Object.hasOwn(filter, path) && isDeepStrictEqual(filter[path], condition)) {
      const own = predicates.filter((predicate) => predicate.path === path);
      if (own.length === 1 && own[0]!.in && !isPlainObject(condition)) used.add(own[0]!);
      return true;
    }
    if (isPlainObject(condition) && isDeepStrictEqual(condition, { $exists: true })) {
      return predicates.some((p) => p.path === path && (p.range || p.prefix || p.in?.every((v) => v != null)));
    }
    return false;
  });
}

function predicatesOf(filter: Document): Predicate[] {
  return Object.entries(filter).flatMap(([path, condition]): Predicate[] => {
    if (path === '$and' && Array.isArray(condition)) return (condition as Document[]).flatMap(predicatesOf);
    if (path.startsWith('$')) return [{ path, other: true }];
    if (condition instanceof RegExp)
      return [{ path, prefix: literalPrefix(condition.source, condition.flags), other: true }];
    if (!isPlainObject(condition) || !Object.keys(condition)[0]?.startsWith('$')) {
      return [isKey(condition) ? { path, in: [condition] } : { path, other: true }];
    }
    return operatorPredicates(path, condition);
  });
}

function operatorPredicates(path: string, condition: Document): Predicate[] {
  const predicates: Predicate[] = [];
  const range: { operator: string; value: unknown }[] = [];
  for (const [operator, value] of Object.entries(condition)) {
    if (operator === '$eq' && isKey(value)) predicates.push({ path, in: [value] });
    else if (operator === '$in' && Array.isArray(value) && value.every(isKey)) predicates.push({ path, in: value });
    else if (['$gt', '$gte', '$lt', '$lte'].includes(operator) && isKey(value) && value !== null) {
      range.push({ operator, value });
    } else if (operator === '$regex') {
      const source = value instanceof RegExp ? value.source : String(value);
      const flags = value instanceof RegExp ? value.flags : String(condition['$options'] ?? '');
      predicates.push({ path, prefix: literalPrefix(source, flags), other: true });
    } else if (operator !== '$options') predicates.push({ path, other: true });
  }
  // Each bound by itself: an index over arrays may use only one of them.
  for (const bound of range) predicates.push({ path, range: [bound] });
  return predicates;
}

/** The text that every match of a case-sensitive pattern begins with. */
function literalPrefix(source: string, flags: string): string | undefined {
  if (flags.replace(/[gu]/g, '') !== '' || source.includes('|')) return undefined;
  const literal = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+)/.exec(source)?.[1];
  if (!literal) return undefined;
  const optionalLast = /^[*?{]/.test(source.slice(1 + literal.length));
  const characters = literal.match(/\\?[^]/gu)!.map((c) => (c.length > 1 && c.startsWith('\\') ? c.slice(1) : c));
  return characters.slice(0, optionalLast ? -1 : undefined).join('') || undefined;
}

/** Values whose index key finds exactly what MongoDB calls equal. null, which also finds what is missing, does; objects and arrays do not. */
const isKey = (value: unknown): boolean =>
  value === null ||
  (typeof value !== 'object' && value !== undefined) ||
  value instanceof Date ||
  value instanceof ObjectId ||
  value instanceof Binary ||
  value instanceof Long;

function inOrder(keys: Buffer[]): Buffer[] {
  if (keys.length < 2) return keys;
  const distinct = [...new Map(keys.map((key) => [key.toString('latin1'), key])).values()];
  return distinct.sort(Buffer.compare);
}
