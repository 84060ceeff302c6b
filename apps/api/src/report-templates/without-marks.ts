import { decodePDFRawStream, PDFDict, PDFName, PDFRawStream, type PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { contentsOf } from '../platform/pdf/shown-page.js';

const code = (text: string): number => text.charCodeAt(0);
const isSpace = (byte: number | undefined): boolean => byte !== undefined && [0, 9, 10, 12, 13, 32].includes(byte);
const delimiters: ReadonlySet<number | undefined> = new Set([...'()<>[]{}/%'].map(code));
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isSpace(byte) && !delimiters.has(byte);
const isNumber = /^[+-]?[\d.]+/;

/** Layers decide what is shown, so their marks stay. */
const layer = /^\s*\/OC[\s/<]/;

/**
 * The operators that draw a page (ISO 32000-1, 7.8), without those that mark content as part of the structure of its own file. Within an
 * artifact of another file such a mark is an error.
 */
export function withoutMarks(content: Uint8Array): Buffer {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const kept: Buffer[] = [];
  const stays: boolean[] = [];
  // From here on nothing is kept yet: the operands of the next operator.
  let from = 0;
  const keep = (to: number, does: boolean) => {
    if (does) kept.push(bytes.subarray(from, to));
    from = to;
  };
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!;
    if (isSpace(byte)) at += 1;
    else if (byte === code('(')) at = afterString(bytes, at);
    else if (byte === code('%')) at = indexWhere(bytes, at, (each) => each === 10 || each === 13);
    else if (byte === code('<') && bytes[at + 1] !== code('<')) at = bytes.indexOf('>', at) + 1 || bytes.length;
    else if (byte === code('/')) at = indexWhere(bytes, at + 1, (each) => !isRegular(each));
    else if (delimiters.has(byte)) at += 1;
    else {
      const end = indexWhere(bytes, at, (each) => !isRegular(each));
      const word = bytes.toString('latin1', at, end);
      at = end;
      if (isNumber.test(word) || ['true', 'false', 'null'].includes(word)) continue;
      if (word === 'BI') at = afterImage(bytes, end);
      if (word === 'BMC' || word === 'BDC') {
        const isLayer = layer.test(bytes.toString('latin1', from, end));
        stays.push(isLayer);
        keep(at, isLayer);
      } else if (word === 'EMC') keep(at, stays.pop() ?? false);
      else keep(at, word !== 'MP' && word !== 'DP');
    }
  }
  keep(bytes.length, true);
  return Buffer.concat(kept);
}

function indexWhere(bytes: Buffer, from: number, holds: (byte: number) => boolean): number {
  let at = from;
  while (at < bytes.length && !holds(bytes[at]!)) at += 1;
  return at;
}

/** The end of a string in brackets, which may hold brackets in pairs. */
function afterString(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === code('\\')) at += 1;
    else if (bytes[at] === code('(')) depth += 1;
    else if (bytes[at] === code(')') && (depth -= 1) === 0) return at + 1;
  }
  return bytes.length;
}

/** The end of a picture within the operators: its data may be any bytes up to EI between spaces. */
function afterImage(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('EI', from); at !== -1; at = bytes.indexOf('EI', at + 1))
    if (isSpace(bytes[at - 1]) && !isRegular(bytes[at + 2])) return at + 2;
  return bytes.length;
}

const name = (of: string) => PDFName.of(of);
const decoded = (stream: unknown): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : Buffer.alloc(0);

/** Takes the marks of structure out of a page and of every drawing that it refers to. */
export function removeMarks(document: PDFDocument, page: PDFPage): void {
  const { context } = document;
  const parts = contentsOf(page).flatMap((each) => [decoded(each), Buffer.from('\n')]);
  page.node.set(name('Contents'), context.register(context.flateStream(withoutMarks(Buffer.concat(parts)))));
  const seen = new Set<PDFDict>();
  const enter = (resources: unknown) => {
    const forms = resources instanceof PDFDict ? resources.lookup(name('XObject')) : undefined;
    if (!(forms instanceof PDFDict) || seen.has(forms)) return;
    seen.add(forms);
    for (const [key] of forms.entries()) {
      const form = forms.lookup(key);
      if (!(form instanceof PDFRawStream) || form.dict.get(name('Subtype')) !== name('Form')) continue;
      const plain = context.flateStream(withoutMarks(decoded(form)));
      for (const [entry, value] of form.dict.entries())
        if (!['Length', 'Filter', 'DecodeParms', 'StructParent', 'StructParents'].includes(entry.decodeText()))
          plain.dict.set(entry, value);
      forms.set(key, context.register(plain));
      enter(form.dict.lookup(name('Resources')));
    }
  };
  enter(page.node.Resources());
}
