import { createHash } from 'node:crypto';
import { PDFArray, PDFContext, PDFDict, PDFName, PDFNull, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';

const objectsAtOnce = 200;
/** They stand behind the others, in whatever order a dictionary got them. */
const ofFilter = [PDFName.of('Filter'), PDFName.of('DecodeParms')];
const bytesOfOffset = 4;
const bytesOfIndex = 2;

/** Numbers objects in the order in which they are found from the catalog, so that the same contents give the same bytes. */
class Numbers {
  readonly refs: PDFRef[] = [];
  private readonly numbers = new Map<PDFRef, number>();

  constructor(private readonly context: PDFContext) {}

  /** Null for an object that does not exist. */
  of(ref: PDFRef): number | null {
    const known = this.numbers.get(ref);
    if (known !== undefined) return known;
    if (this.context.lookup(ref) === undefined) return null;
    this.refs.push(ref);
    this.numbers.set(ref, this.refs.length);
    return this.refs.length;
  }

  /** As it stands in a file. Only objects as KeptObjects makes them are known. */
  text(object: PDFObject): string {
    if (object instanceof PDFRef) {
      const number = this.of(object);
      return number === null ? 'null' : `${number} 0 R`;
    }
    if (object instanceof PDFArray)
      return `[${object
        .asArray()
        .map((each) => this.text(each))
        .join(' ')}]`;
    if (object instanceof PDFDict) {
      const entries = object.entries().map(([key, value]) => [key.asString(), this.text(value)]);
      return `<<${entries.flatMap(([key, value]) => (value === 'null' ? [] : `${key} ${value}`)).join(' ')}>>`;
    }
    return object === PDFNull ? 'null' : object.toString();
  }
}

/**
 * The file of a catalog, with what can be reached from it and nothing else: each object is defined once, nothing precedes the header and
 * nothing follows the end.
 */
export function writtenPdf(context: PDFContext, root: PDFRef, info: PDFRef, version: string): Uint8Array {
  const numbers = new Numbers(context);
  numbers.of(root);
  numbers.of(info);
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  /** [1, offset] of an object that stands alone, or [2, number of the stream, place in it]. */
  const places = new Map<number, [type: number, first: number, second: number]>();
  const begin = (number: number) => {
    places.set(number, [1, length, 0]);
    add(`${number} 0 obj\n`);
  };
  const addStream = (dictionary: string, bytes: Uint8Array) => {
    add(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`);
    add(bytes);
    add('\nendstream\nendobj\n');
  };

  add(`%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`);
  const packed: { number: number; text: string }[] = [];
  for (let at = 0; at < numbers.refs.length; at += 1) {
    const object = context.lookup(numbers.refs[at])!;
    const number = at + 1;
    if (object instanceof PDFStream) {
      const { dict } = object;
      const entries = dict.entries().filter(([key]) => !ofFilter.includes(key) && key !== PDFName.Length);
      for (const key of ofFilter) if (dict.has(key)) entries.push([key, dict.get(key)!]);
      const text = entries.map(([key, value]) => `${key.asString()} ${numbers.text(value)} `).join('');
      begin(number);
      addStream(text, object.getContents());
    } else if (number === 1) {
      begin(number);
      add(`${numbers.text(object)}\nendobj\n`);
    } else packed.push({ number, text: numbers.text(object) });
  }

  let next = numbers.refs.length + 1;
  for (let from = 0; from < packed.length; from += objectsAtOnce) {
    const chunk = packed.slice(from, from + objectsAtOnce);
    let offset = 0;
    const heads = chunk.map(({ number, text }, at) => {
      places.set(number, [2, next, at]);
      const head = `${number} ${offset}`;
      offset += text.length + 1;
      return head;
    });
    const head = `${heads.join(' ')}\n`;
    const body = chunk.map(({ text }) => `${text}\n`).join('');
    begin(next);
    const { bytes } = compressed(Buffer.from(head + body, 'latin1'));
    addStream(`/Type /ObjStm /N ${chunk.length} /First ${head.length} /Filter /FlateDecode `, bytes);
    next += 1;
  }

  const table = length;
  places.set(next, [1, table, 0]);
  const rows = [...places].sort(([a], [b]) => a - b);
  const width = 1 + bytesOfOffset + bytesOfIndex;
  const entries = Buffer.alloc((rows.length + 1) * width);
  entries.writeUInt16BE(0xffff, 1 + bytesOfOffset);
  for (const [number, [type, first, second]] of rows) {
    entries.writeUInt8(type, number * width);
    entries.writeUInt32BE(first, number * width + 1);
    entries.writeUInt16BE(second, number * width + 1 + bytesOfOffset);
  }
  const { bytes } = compressed(entries);
  const id = `<${createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32)}>`;
  add(`${next} 0 obj\n`);
  addStream(
    `/Type /XRef /Size ${next + 1} /W [1 ${bytesOfOffset} ${bytesOfIndex}] /Root 1 0 R /Info 2 0 R /ID [${id} ${id}] /Filter /FlateDecode `,
    bytes,
  );
  add(`startxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** By a program and not by the system's library, which gives other bytes on another processor. */
const compressed = (bytes: Uint8Array) => ({ bytes: PDFContext.create().flateStream(bytes).getContents() });
