import { Binary, Long, ObjectId } from 'bson';
import type { Document } from './bson-codec.js';
import { BRACKET, encodeValue, inverted, isPlainObject, stringPrefix, successor } from './key-encoding.js';

/** Half-open: from <= key < to. */
export type KeyRange = { from: Buffer; to: Buffer };

/** One condition of a filter on one path. All conditions must hold. `other` is a condition that this server does not implement. */
export type Predicate = { path: string } & (
  | { kind: 'in' | 'notIn'; values: unknown[] }
  | { kind: 'range'; operator: string; value: unknown }
  | { kind: 'pattern'; pattern: RegExp; prefix: string | undefined }
  | { kind: 'exists'; exists: boolean }
  | { kind: 'other' }
);

export function predicatesOf(filter: Document): Predicate[] {
  return Object.entries(filter).flatMap(([path, condition]): Predicate[] => {
    if (path === '$and' && Array.isArray(condition)) return (condition as Document[]).flatMap(predicatesOf);
    if (path.startsWith('$')) return [{ path, kind: 'other' }];
    if (condition instanceof RegExp) return [patternOf(path, condition)];
    if (isPlainObject(condition) && Object.keys(condition)[0]?.startsWith('$')) {
      return Object.entries(condition).flatMap(([operator, value]) =>
        operatorPredicate(path, operator, value, condition),
      );
    }
    return [isKey(condition) ? { path, kind: 'in', values: [condition] } : { path, kind: 'other' }];
  });
}

/** The keys that a range, or a pattern with a literal prefix, can match; undefined for any other condition. */
export function boundsOf(predicate: Predicate): KeyRange | undefined {
  if (predicate.kind === 'pattern' && predicate.prefix) {
    const from = stringPrefix(predicate.prefix);
    return { from, to: successor(from) };
  }
  if (predicate.kind !== 'range') return undefined;
  const { operator } = predicate;
  const key = encodeValue(predicate.value);
  // A comparison only matches values of the operand's own type. NaN is below every number, and no comparison matches it.
  const bracket = key[0]!;
  const lowest = Buffer.from(bracket === BRACKET.number ? [bracket, 0, 0, 0, 0, 0, 0, 0, 0, 0xff] : [bracket]);
  if (operator === '$gt') return { from: successor(key), to: Buffer.from([bracket + 1]) };
  if (operator === '$gte') return { from: key, to: Buffer.from([bracket + 1]) };
  return { from: lowest, to: operator === '$lt' ? key : successor(key) };
}

/**
 * The same values in a descending index. Bounds are key prefixes: keys that begin with `from` are inside, keys that begin with `to` are
 * not.
 */
export const descendingRange = ({ from, to }: KeyRange): KeyRange => ({
  from: successor(inverted(to)),
  to: successor(inverted(from)),
});

function operatorPredicate(path: string, operator: string, value: unknown, condition: Document): Predicate[] {
  switch (operator) {
    case '$eq':
      return [isKey(value) ? { path, kind: 'in', values: [value] } : { path, kind: 'other' }];
    case '$ne':
      return [isKey(value) ? { path, kind: 'notIn', values: [value] } : { path, kind: 'other' }];
    case '$in':
    case '$nin':
      if (!Array.isArray(value) || !value.every(isKey)) break;
      return [{ path, kind: operator === '$in' ? 'in' : 'notIn', values: value }];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [isKey(value) && value !== null ? { path, kind: 'range', operator, value } : { path, kind: 'other' }];
    case '$exists':
      return [{ path, kind: 'exists', exists: Boolean(value) }];
    case '$options':
      return Object.hasOwn(condition, '$regex') ? [] : [{ path, kind: 'other' }];
    case '$regex': {
      const options = condition['$options'] as string | undefined;
      if (typeof value === 'string' && /^[ims]*$/.test(options ?? ''))
        return [patternOf(path, new RegExp(value, options))];
      if (value instanceof RegExp && options === undefined) return [patternOf(path, value)];
    }
  }
  return [{ path, kind: 'other' }];
}

const patternOf = (path: string, pattern: RegExp): Predicate => ({
  path,
  kind: 'pattern',
  pattern,
  prefix: literalPrefix(pattern),
});

/** The text with which every match of a case-sensitive pattern begins. */
function literalPrefix({ source, flags }: RegExp): string | undefined {
  if (flags !== '' || source.includes('|')) return undefined;
  const literal = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^A-Za-z0-9])+)/.exec(source)?.[1];
  if (!literal) return undefined;
  const lastIsOptional = /^[*?{]/.test(source.slice(1 + literal.length));
  const characters = literal.match(/\\?[^]/gu)!.map((c) => (c.length > 1 && c.startsWith('\\') ? c.slice(1) : c));
  return characters.slice(0, lastIsOptional ? -1 : undefined).join('') || undefined;
}

/**
 * Whether the value's key matches exactly the values that MongoDB considers equal (null also matches a missing field). Keys of objects and
 * arrays do not.
 */
export const isKey = (value: unknown): boolean =>
  value === null ||
  (typeof value !== 'object' && value !== undefined) ||
  value instanceof Date ||
  value instanceof ObjectId ||
  value instanceof Binary ||
  value instanceof Long;
