import { Binary, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { MongoError } from '../mongo-error.js';

/**
 * Encodes values as bytes in MongoDB's order of values. Two encodings are equal exactly when MongoDB considers the values equal (1 and
 * 1.0). No encoding is the beginning of another, so a compound key concatenates its fields, and a descending field is the inverted bytes.
 */
export const BRACKET = {
  minKey: 0x05,
  emptyArray: 0x09,
  null: 0x0a,
  number: 0x10,
  string: 0x20,
  object: 0x30,
  array: 0x38,
  binary: 0x40,
  objectId: 0x48,
  boolean: 0x50,
  date: 0x58,
  timestamp: 0x5c,
  regex: 0x60,
  maxKey: 0xf0,
} as const;

const NULL = Buffer.from([BRACKET.null]);
const END = Buffer.from([0, 0]);

/** `approximate` lets sorting encode values that cannot be keys, such as Decimal128. */
export function encodeValue(value: unknown, approximate = false): Buffer {
  switch (typeof value) {
    case 'string':
      return encodeString(value);
    case 'number':
      return encodeNumber(value, 0n);
    case 'boolean':
      return Buffer.from([BRACKET.boolean, value ? 1 : 0]);
    case 'bigint':
      return encodeLong(value);
    case 'undefined':
      return NULL;
  }
  if (value === null) return NULL;
  if (value instanceof Date) return withBracket(BRACKET.date, sortableDouble(value.getTime()));
  if (value instanceof ObjectId) return withBracket(BRACKET.objectId, Buffer.from(value.id));
  if (Array.isArray(value)) return encodeArray(value, approximate);
  if (value instanceof Timestamp) return withBracket(BRACKET.timestamp, bigEndian(BigInt(value.toString())));
  if (value instanceof Long) return encodeLong(BigInt(value.toString()));
  if (value instanceof Binary) return encodeBinary(value);
  if (value instanceof RegExp) {
    return Buffer.concat([Buffer.from([BRACKET.regex]), escaped(value.source), escaped(value.flags)]);
  }
  if (value instanceof MinKey) return Buffer.from([BRACKET.minKey]);
  if (value instanceof MaxKey) return Buffer.from([BRACKET.maxKey]);
  if (value instanceof Decimal128 && approximate) return encodeNumber(Number(value.toString()), 0n);
  if (isPlainObject(value)) return encodeObject(value, approximate);
  const type = (value as { _bsontype?: string })._bsontype ?? typeof value;
  if (approximate) return Buffer.concat([Buffer.from([BRACKET.object]), escaped(type), escaped(String(value))]);
  throw new MongoError(2, `the embedded server cannot use a ${type} as a key`);
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The first key after every key that begins with these bytes. */
export function successor(prefix: Buffer): Buffer {
  const next = Buffer.from(prefix);
  for (let i = next.length - 1; i >= 0; i--) {
    if (next[i]! < 0xff) {
      next[i]! += 1;
      return next.subarray(0, i + 1);
    }
  }
  return Buffer.alloc(prefix.length + 1, 0xff);
}

export function inverted(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i++) result[i] = ~bytes[i]! & 0xff;
  return result;
}

/** The beginning of every string that starts with `prefix`, and of no other value. */
export const stringPrefix = (prefix: string): Buffer => encodeString(prefix).subarray(0, -END.length);

const withBracket = (bracket: number, bytes: Buffer) => Buffer.concat([Buffer.from([bracket]), bytes]);

function encodeString(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  if (text.includes('\0')) return Buffer.concat([Buffer.from([BRACKET.string]), escaped(text)]);
  const key = Buffer.allocUnsafe(bytes + 3);
  key[0] = BRACKET.string;
  key.write(text, 1);
  key[bytes + 1] = 0;
  key[bytes + 2] = 0;
  return key;
}

// A zero byte inside a text is written as 00 FF, which sorts after the end mark 00 00.
function escaped(text: string): Buffer {
  const parts = text
    .split('\0')
    .flatMap((part, i) => (i ? [Buffer.from([0, 0xff]), Buffer.from(part)] : [Buffer.from(part)]));
  return Buffer.concat([...parts, END]);
}

function encodeLong(value: bigint): Buffer {
  const nearest = Number(value);
  return encodeNumber(nearest, value - BigInt(nearest));
}

/** `rest` is the difference between a 64-bit integer and its nearest double (below 1024 either way). */
function encodeNumber(nearest: number, rest: bigint): Buffer {
  const key = Buffer.allocUnsafe(11);
  key[0] = BRACKET.number;
  sortableDouble(nearest).copy(key, 1);
  key.writeUInt16BE(0x8000 + Number(rest), 9);
  return key;
}

function sortableDouble(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  // NaN sorts before every number, and -0 equals 0.
  if (Number.isNaN(value)) return bytes;
  bytes.writeDoubleBE(value + 0);
  if (bytes[0]! & 0x80) return inverted(bytes);
  bytes[0]! |= 0x80;
  return bytes;
}

function bigEndian(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
  return bytes;
}

function encodeBinary(value: Binary): Buffer {
  const bytes = value.value();
  const key = Buffer.allocUnsafe(6 + bytes.length);
  key[0] = BRACKET.binary;
  key.writeUInt32BE(bytes.length, 1);
  key[5] = value.sub_type;
  key.set(bytes, 6);
  return key;
}

function encodeArray(values: unknown[], approximate: boolean): Buffer {
  return Buffer.concat([Buffer.from([BRACKET.array]), ...values.map((v) => encodeValue(v, approximate)), END]);
}

function encodeObject(object: Record<string, unknown>, approximate: boolean): Buffer {
  const parts: Buffer[] = [Buffer.from([BRACKET.object])];
  for (const [name, value] of Object.entries(object)) {
    const encoded = encodeValue(value, approximate);
    // Objects compare field by field: type, then name, then value.
    parts.push(encoded.subarray(0, 1), escaped(name), encoded);
  }
  return Buffer.concat([...parts, END]);
}
