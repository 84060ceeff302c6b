import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { encodeValue, isPlainObject } from './key-encoding.js';

/** The operators that every projection uses, on paths without positions; mingo, which is slower by far, does the others. */
export const SIMPLE_OPERATORS: Record<string, ((document: Document, paths: Document) => void) | undefined> = {
  $set: setPaths,
  $inc: increment,
  $addToSet: addToSet,
};

/** Whether a path goes through elements of an array: `$`, `$[]` or `$[name]`. A `$` within a name is a letter like others. */
export const isPositional = (path: string): boolean => path.includes('$') && /(^|\.)\$(\[[^\]]*\])?(\.|$)/.test(path);

/** Throws for a name that MongoDB would take for an operator. */
export function refuseDollarNames(path: string): void {
  if (!path.includes('$')) return;
  const name = path.split('.').find((step) => step.startsWith('$'));
  if (name === undefined || isPositional(path)) return;
  throw new MongoError(52, `The dollar ($) prefixed field '${name}' in '${path}' is not allowed for storage.`);
}

export function setPaths(document: Document, paths: Document): Document {
  for (const [path, value] of Object.entries(paths)) {
    refuseDollarNames(path);
    const steps = path.split('.');
    const last = steps.pop()!;
    let holder = document;
    for (const step of steps) {
      if (!Object.hasOwn(holder, step) || holder[step] === undefined) assign(holder, step, {});
      holder = enter(holder[step], path);
    }
    if (Array.isArray(holder) && !/^\d+$/.test(last)) throw notViable(path);
    if (Array.isArray(holder)) while (holder.length < Number(last)) holder.push(null);
    assign(holder, last, value);
  }
  return document;
}

function increment(document: Document, paths: Document): void {
  for (const [path, amount] of Object.entries(paths)) {
    checkOperand(document, '$inc', path);
    if (typeof amount !== 'number') throw new MongoError(14, `Cannot increment with non-numeric argument at '${path}'`);
    setPaths(document, { [path]: ((at(document, path) as number | undefined) ?? 0) + amount });
  }
}

// Plain assignment could change the prototype.
function assign(holder: Document, name: string, value: unknown): void {
  if (name !== '__proto__') holder[name] = value;
  else Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function enter(value: unknown, path: string): Document {
  if (Array.isArray(value) || isPlainObject(value)) return value;
  throw notViable(path);
}

const notViable = (path: string) =>
  new MongoError(28, `Cannot create field at '${path}': an element on the way is no document`);

/** Throws for a wrong type like MongoDB. mingo would do nothing, which would silently lose a write. */
export function checkOperand(document: Document, operator: string, path: string): void {
  if (isPositional(path)) return;
  const steps = path.split('.');
  let value: unknown = document;
  for (const [depth, step] of steps.entries()) {
    if (value === undefined) break;
    if (depth > 0 && operator !== '$unset' && !Array.isArray(value) && !isPlainObject(value)) throw notViable(path);
    value = (value as Document | undefined | null)?.[step];
  }
  if (value === undefined) return;
  if ((operator === '$inc' || operator === '$mul') && typeof value !== 'number') {
    throw new MongoError(14, `Cannot apply ${operator} to a value of non-numeric type at '${path}'`);
  }
  if (['$push', '$addToSet', '$pull', '$pullAll', '$pop'].includes(operator) && !Array.isArray(value)) {
    throw new MongoError(2, `The field '${path}' must be an array for ${operator}`);
  }
}

function addToSet(document: Document, paths: Document): void {
  for (const [path, operand] of Object.entries(paths)) {
    checkOperand(document, '$addToSet', path);
    const added =
      isPlainObject(operand) && Array.isArray(operand['$each']) ? (operand['$each'] as unknown[]) : [operand];
    const present = (at(document, path) as unknown[] | undefined) ?? [];
    const keys = new Set(present.map(textOf));
    const fresh = added.filter((value) => !keys.has(textOf(value)) && keys.add(textOf(value)));
    if (fresh.length || present.length === 0) setPaths(document, { [path]: [...present, ...fresh] });
  }
}

const textOf = (value: unknown) => encodeValue(value, true).toString('latin1');

const at = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Document | null | undefined)?.[step], document);
