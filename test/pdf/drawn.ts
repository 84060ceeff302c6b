import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

/** What each page of a PDF draws, as operators, and every object of its structure: all that readers see or hear. */
export async function drawn(file: Buffer): Promise<{ pages: string[]; structure: string[] }> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false });
  const textOf = (stream: unknown) =>
    stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
  const pages = pdf.getPages().map(({ node }) => {
    const contents = pdf.context.lookup(node.get(PDFName.of('Contents')));
    const parts = contents instanceof PDFArray ? contents.asArray().map((ref) => pdf.context.lookup(ref)) : [contents];
    return parts.map(textOf).join('\n');
  });
  const structure = pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('StructElem'))
    .map(String);
  return { pages, structure };
}
