import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { encodeValue } from './key-encoding.js';
import { boundsOf, predicatesOf, type Predicate } from './predicates.js';
import { EMPTY_ARRAY, valuesAt } from './values-at.js';

export type Test = (document: Document) => boolean;

/** Compiles a filter to a test that compares keys. Throws BadValue for an operator that is unknown or not implemented. */
export function compileFilter(filter: Document): Test {
  const tests = Object.entries(filter).map(([path, condition]) => compileCondition(path, condition));
  if (tests.length === 0) return () => true;
  return tests.length === 1 ? tests[0]! : (document) => tests.every((test) => test(document));
}

function compileCondition(path: string, condition: unknown): Test {
  if (path === '$and' || path === '$or' || path === '$nor') {
    if (!Array.isArray(condition) || condition.length === 0)
      throw new MongoError(2, `${path} must be a nonempty array`);
    const tests = (condition as Document[]).map(compileFilter);
    if (path === '$and') return (document) => tests.every((test) => test(document));
    return (document) => tests.some((test) => test(document)) === (path === '$or');
  }
  const predicates = predicatesOf({ [path]: condition });
  if (predicates.some((each) => each.kind === 'other'))
    throw new MongoError(2, `the embedded server does not support this condition on '${path}'`);
  const tests = predicates.map(valuesTest);
  return (document) => {
    const { values } = valuesAt(document, path);
    return tests.every((test) => test(values));
  };
}

/** Whether any of a path's values (several in an array) meets the condition. */
function valuesTest(predicate: Predicate): (values: unknown[]) => boolean {
  switch (predicate.kind) {
    case 'in':
      return anyOf(predicate.values);
    case 'notIn': {
      const matches = anyOf(predicate.values);
      return (values) => !matches(values);
    }
    case 'pattern':
      return (values) => values.some((value) => typeof value === 'string' && predicate.pattern.test(value));
    case 'exists':
      return (values) => values.some((value) => value !== undefined) === predicate.exists;
    default: {
      const bounds = boundsOf(predicate)!;
      return (values) => values.some((value) => isBetween(keyOf(value), bounds.from, bounds.to));
    }
  }
}

function anyOf(operands: unknown[]): (values: unknown[]) => boolean {
  const texts = new Set(operands.filter((operand) => typeof operand === 'string'));
  const keys = new Set(operands.filter((o) => typeof o !== 'string').map((o) => encodeValue(o).toString('latin1')));
  return (values) =>
    values.some((value) =>
      typeof value === 'string' ? texts.has(value) : keys.size > 0 && keys.has(keyOf(value).toString('latin1')),
    );
}

const keyOf = (value: unknown): Buffer => (value === EMPTY_ARRAY ? EMPTY_ARRAY : encodeValue(value, true));

const isBetween = (key: Buffer, from: Buffer, to: Buffer) => key.compare(from) >= 0 && key.compare(to) < 0;
