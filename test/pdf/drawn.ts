import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';

/**
 * What each page of a PDF draws, as operators, and its structure tree, an element a line: all that readers see or hear.
 * The tree names no object by its number, because those depend on how many glyphs a file's fonts have: another digit
 * in a time of day moves them.
 */
export async function drawn(file: Buffer): Promise<{ pages: string[]; structure: string[] }> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false });
  const textOf = (stream: unknown) =>
    stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
  const pages = pdf.getPages().map(({ node }) => {
    const contents = pdf.context.lookup(node.get(PDFName.of('Contents')));
    const parts = contents instanceof PDFArray ? contents.asArray().map((ref) => pdf.context.lookup(ref)) : [contents];
    return parts.map(textOf).join('\n');
  });

  const pageOf = new Map(pdf.getPages().map(({ ref }, at) => [ref.toString(), at]));
  const structure: string[] = [];
  const valueOf = (name: string, value: PDFObject) =>
    value instanceof PDFRef ? (name === '/Pg' ? `page ${pageOf.get(value.toString())}` : 'elsewhere') : String(value);
  const walk = (found: PDFObject | undefined, depth: number) => {
    const node = found instanceof PDFRef ? pdf.context.lookup(found) : found;
    if (node instanceof PDFArray) node.asArray().forEach((kid) => walk(kid, depth));
    else if (node instanceof PDFDict) {
      const entries = node.entries().filter(([key]) => !['/K', '/P'].includes(String(key)));
      const described = entries.map(([key, value]) => `${String(key)} ${valueOf(String(key), value)}`);
      structure.push(`${' '.repeat(depth)}${described.join(' ')}`);
      walk(node.get(PDFName.of('K')), depth + 1);
    } else if (node !== undefined) structure.push(`${' '.repeat(depth)}${String(node)}`);
  };
  const root = pdf.context.lookup(pdf.catalog.get(PDFName.of('StructTreeRoot')));
  walk(root instanceof PDFDict ? root.get(PDFName.of('K')) : undefined, 0);
  return { pages, structure };
}
