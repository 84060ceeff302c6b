import { MongoError } from '../mongo-error.js';
import type { Document } from './bson-codec.js';
import { encodeValue, isPlainObject } from './key-encoding.js';

/** The update operators that the product sends. */
export const updateOperators: Record<string, ((document: Document, paths: Document) => void) | undefined> = {
  $set: setPaths,
  $unset: unsetPaths,
  $inc: increment,
  $max: keepGreater,
  $addToSet: addToSet,
};

/** Whether a path addresses array elements by `$`, `$[]` or `$[name]`. A `$` within a name is an ordinary character. */
const isPositional = (path: string): boolean => path.includes('$') && /(^|\.)\$(\[[^\]]*\])?(\.|$)/.test(path);

/** Throws for a name that MongoDB would read as an operator or an array position. */
function refuseDollarNames(path: string): void {
  if (!path.includes('$')) return;
  if (isPositional(path)) throw new MongoError(2, `the embedded server does not support positions: '${path}'`);
  const name = path.split('.').find((step) => step.startsWith('$'));
  if (name === undefined) return;
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

function unsetPaths(document: Document, paths: Document): void {
  for (const path of Object.keys(paths)) {
    refuseDollarNames(path);
    const steps = path.split('.');
    const last = steps.pop()!;
    let holder: unknown = document;
    for (const step of steps) holder = isPlainObject(holder) && Object.hasOwn(holder, step) ? holder[step] : undefined;
    if (Array.isArray(holder)) throw notViable(path);
    if (isPlainObject(holder)) delete holder[last];
  }
}

function keepGreater(document: Document, paths: Document): void {
  for (const [path, operand] of Object.entries(paths)) {
    checkOperand(document, '$max', path);
    const known = at(document, path);
    if (known === undefined || encodeValue(operand, true).compare(encodeValue(known, true)) > 0)
      setPaths(document, { [path]: operand as unknown });
  }
}

function increment(document: Document, paths: Document): void {
  for (const [path, amount] of Object.entries(paths)) {
    checkOperand(document, '$inc', path);
    if (typeof amount !== 'number') throw new MongoError(14, `Cannot increment with non-numeric argument at '${path}'`);
    setPaths(document, { [path]: ((at(document, path) as number | undefined) ?? 0) + amount });
  }
}

// A plain assignment would change the prototype.
function assign(holder: Document, name: string, value: unknown): void {
  if (name !== '__proto__') holder[name] = value;
  else Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function enter(value: unknown, path: string): Document {
  if (Array.isArray(value) || isPlainObject(value)) return value;
  throw notViable(path);
}

const notViable = (path: string) =>
  new MongoError(28, `Cannot create field at '${path}': an element on the path is not a document`);

/** A value of a wrong type, at the path or on the way to it, is an error, because ignoring it would silently lose a write. */
function checkOperand(document: Document, operator: '$inc' | '$max' | '$addToSet', path: string): void {
  let value: unknown = document;
  for (const [depth, step] of path.split('.').entries()) {
    if (value === undefined) break;
    if (depth > 0 && !Array.isArray(value) && !isPlainObject(value)) throw notViable(path);
    value = (value as Document | undefined | null)?.[step];
  }
  if (value === undefined) return;
  if (operator === '$inc' && typeof value !== 'number')
    throw new MongoError(14, `Cannot apply ${operator} to a value of non-numeric type at '${path}'`);
  if (operator === '$addToSet' && !Array.isArray(value))
    throw new MongoError(2, `The field '${path}' must be an array for ${operator}`);
}

function addToSet(document: Document, paths: Document): void {
  for (const [path, operand] of Object.entries(paths)) {
    checkOperand(document, '$addToSet', path);
    if (isPlainObject(operand) && '$each' in operand)
      throw new MongoError(2, 'the embedded server does not support $each');
    const present = (at(document, path) as unknown[] | undefined) ?? [];
    if (!present.some((value) => textOf(value) === textOf(operand)))
      setPaths(document, { [path]: [...present, operand] });
  }
}

const textOf = (value: unknown) => encodeValue(value, true).toString('latin1');

const at = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (value as Document | null | undefined)?.[step], document);
