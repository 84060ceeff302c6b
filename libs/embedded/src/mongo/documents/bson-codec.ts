import { BSON, type Document } from 'bson';

export type { Document } from 'bson';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

export const decode = (body: Uint8Array): Document => BSON.deserialize(body);

export function encode(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Decodes the top level only. Nested values stay encoded, so that stored documents keep the client's exact types. */
export const decodeShallow = (body: Uint8Array): Document => BSON.deserialize(body, { raw: true });

/** Decodes the values that decodeShallow left encoded. */
export function decodeDeep(value: unknown): unknown {
  if (value instanceof Uint8Array) return decode(value);
  return Array.isArray(value) ? value.map(decodeDeep) : value;
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Top-level element of a BSON document; `start` is at the type byte, `end` after the value. */
export type Element = { name: string; start: number; end: number };

export function elementsOf(body: Uint8Array): Element[] {
  const buffer = asBuffer(body);
  const found: Element[] = [];
  for (const [, nameAt, nameLength, valueAt, valueLength] of BSON.onDemand.parseToElements(body)) {
    const name = buffer.toString('utf8', nameAt, nameAt + nameLength);
    found.push({ name, start: nameAt - 1, end: valueAt + valueLength });
  }
  return found;
}

/** Joins elements (as elementsOf delimits them) into a document. */
export function documentOf(elements: Uint8Array[]): Buffer {
  const size = elements.reduce((sum, element) => sum + element.length, 5);
  const document = Buffer.allocUnsafe(size);
  document.writeInt32LE(size, 0);
  let at = 4;
  for (const element of elements) {
    document.set(element, at);
    at += element.length;
  }
  document[at] = 0;
  return document;
}

/** Documents of a reply, already encoded. */
export class Raw {
  constructor(readonly value: Uint8Array | Uint8Array[]) {}
}

/** Encodes a reply in which some fields are Raw. */
export function encodeWithRaw(fields: Record<string, unknown>): Buffer {
  const elements: Uint8Array[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!(value instanceof Raw)) elements.push(encode({ [name]: value }).subarray(4, -1));
    else if (Array.isArray(value.value)) elements.push(header(4, name), rawArray(value.value));
    else elements.push(header(3, name), value.value);
  }
  return documentOf(elements);
}

const header = (type: number, name: string) => Buffer.from(`${String.fromCharCode(type)}${name}\0`);

const rawArray = (documents: Uint8Array[]) => documentOf(documents.flatMap((body, i) => [header(3, String(i)), body]));
