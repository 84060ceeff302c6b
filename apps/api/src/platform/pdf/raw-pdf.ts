import { deflateSync } from 'node:zlib';

/** An object of a PDF as it is written, without its number. For tests. */
export type RawObject = string | Buffer;

export const rawStream = (entries: string, contents: string | Buffer): Buffer => {
  const bytes = Buffer.from(contents as string, 'latin1');
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);
};

/** Objects packed in a compressed stream, by their numbers. */
export const packedObjects = (objects: Readonly<Record<number, string>>): Buffer => {
  let offset = 0;
  const heads = Object.entries(objects).map(([number, text]) => {
    const head = `${number} ${offset}`;
    offset += text.length + 1;
    return head;
  });
  const head = `${heads.join(' ')} `;
  const packed = deflateSync(Buffer.from(`${head}${Object.values(objects).join(' ')} `, 'latin1'));
  return rawStream(`/Type /ObjStm /N ${heads.length} /First ${head.length} /Filter /FlateDecode`, packed);
};

const asBytes = (object: RawObject) => (typeof object === 'string' ? Buffer.from(object, 'latin1') : object);

/** The bytes of objects with a table and a trailer, to stand at a place of a file. */
export function rawSection(objects: Readonly<Record<number, RawObject>>, at: number, trailer: string): Buffer {
  const parts: Buffer[] = [];
  const rows: string[] = [];
  let offset = at;
  const add = (part: Buffer) => {
    parts.push(part);
    offset += part.length;
  };
  for (const [number, object] of Object.entries(objects)) {
    rows.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
    add(Buffer.concat([Buffer.from(`${number} 0 obj\n`), asBytes(object), Buffer.from('\nendobj\n')]));
  }
  const table = offset;
  add(Buffer.from(`xref\n${rows.join('')}trailer\n<< /Size 200 ${trailer} >>\nstartxref\n${table}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const blank: Readonly<Record<number, RawObject>> = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> /Contents 4 0 R >>',
  4: rawStream('', '0 0 10 10 re f'),
};

/** A PDF of one page, with some objects more or instead. `extra` goes into its trailer. */
export function rawPdf(objects: Readonly<Record<number, RawObject>> = {}, extra = ''): Buffer {
  const head = Buffer.from('%PDF-1.7\n');
  return Buffer.concat([head, rawSection({ ...blank, ...objects }, head.length, `/Root 1 0 R ${extra}`)]);
}

/** A file with what was saved behind it later. */
export const rawUpdate = (file: Buffer, objects: Readonly<Record<number, RawObject>>): Buffer =>
  Buffer.concat([file, rawSection(objects, file.length, `/Root 1 0 R /Prev ${file.lastIndexOf('xref\n')}`)]);
