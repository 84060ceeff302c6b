import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFStream,
  decodePDFRawStream,
  degrees,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { withPdfPages, type PdfPage } from './with-pdf-pages.js';

const claim = '<pdfuaid:part>1</pdfuaid:part>';

/** A tagged report of three pages, the second of which waits for a page of a PDF. */
async function report(alternative = 'Page 2 of A.pdf. Beliefs'): Promise<Buffer> {
  const document = await PDFDocument.create();
  const pages = [1, 2, 3].map(() => document.addPage([595, 842]));
  const { context, catalog } = document;
  const content = context.obj({ Type: 'MCR', Pg: pages[1]!.ref, MCID: 0 });
  const figure = context.obj({ S: 'Figure', Alt: PDFHexString.fromText(alternative), K: [content] });
  catalog.set(PDFName.of('StructTreeRoot'), context.register(context.obj({ K: [context.register(figure)] })));
  catalog.set(
    PDFName.of('Metadata'),
    context.register(context.stream(Buffer.from(`<x>${claim}</x>`), { Type: 'Metadata' })),
  );
  return Buffer.from(await document.save());
}

async function pdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  document.addPage([842, 595]).drawSquare({ size: 9 });
  return document.save();
}

const page = async (more: Partial<PdfPage> = {}): Promise<PdfPage> => ({
  alternative: 'Page 2 of A.pdf. Beliefs',
  bytes: await pdf(),
  page: 2,
  fontsEmbedded: true,
  ...more,
});

async function opened(bytes: Buffer) {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const drawn = document.getPages().map(({ node }) => {
    const streams = node.Contents();
    if (streams === undefined) return '';
    const all = 'asArray' in streams ? streams.asArray().map((ref) => document.context.lookup(ref)) : [streams];
    return all
      .map((each) => Buffer.from(decodePDFRawStream(each as PDFRawStream).decode()).toString('latin1'))
      .join('\n');
  });
  const metadata = document.catalog.lookup(PDFName.of('Metadata')) as PDFStream;
  return { document, drawn, metadata: Buffer.from(metadata.getContents()).toString() };
}

describe('a report with pages of PDFs', () => {
  it('has each at its place, as an artifact within its tag', async () => {
    const { document, drawn, metadata } = await opened(await withPdfPages(await report(), [await page()]));
    expect(document.getPageCount()).toBe(3);
    expect(drawn.map((content) => /\/Artifact BMC[^]*\/EmbeddedPdfPage-\d+ Do[^]*EMC/.test(content))).toEqual([
      false,
      true,
      false,
    ]);
    expect(document.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true);
    expect(metadata).toContain(claim);
  });

  it('has none of the tags of its own file inside the artifact', async () => {
    const source = await PDFDocument.load(await pdf());
    const { context } = source;
    const marked = '/P <</MCID 0>> BDC 0 0 9 9 re f /Inner Do EMC';
    const inner = context.stream(marked, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], StructParents: 4 });
    const own = source.getPage(1).node;
    own.set(PDFName.of('Contents'), context.register(context.stream(marked)));
    own.set(PDFName.of('Resources'), context.obj({ XObject: { Inner: context.register(inner) } }));
    const { document } = await opened(await withPdfPages(await report(), [await page({ bytes: await source.save() })]));
    const forms = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFRawStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Form')
          ? [Buffer.from(decodePDFRawStream(object).decode()).toString('latin1').trim()]
          : [],
      );
    expect(forms.map((each) => each.replace(/\s+/g, ' '))).toEqual([
      '0 0 9 9 re f /Inner Do',
      'q 0 0 9 9 re f /Inner Do Q',
    ]);
  });

  it('does not claim to be accessible if one of them lacks fonts', async () => {
    const { metadata } = await opened(await withPdfPages(await report(), [await page({ fontsEmbedded: false })]));
    expect(metadata).not.toContain('pdfuaid:part');
  });

  it('is the same file each time', async () => {
    const [one, pages] = [await report(), [await page()]];
    const [first, second] = [await withPdfPages(one, pages), await withPdfPages(one, pages)];
    expect(first.equals(second)).toBe(true);
  });

  /** The box and matrix with which a page of 842 by 595 is drawn. */
  const drawnAs = async (change: (page: PDFPage) => void) => {
    const source = await PDFDocument.load(await pdf());
    change(source.getPage(1));
    const { document } = await opened(await withPdfPages(await report(), [await page({ bytes: await source.save() })]));
    const forms = document.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) =>
        object instanceof PDFStream && object.dict.get(PDFName.of('Subtype')) === PDFName.of('Form')
          ? [`${String(object.dict.get(PDFName.of('BBox')))} ${String(object.dict.get(PDFName.of('Matrix')))}`]
          : [],
      );
    return forms;
  };

  it('shows each turned as it says, and nothing of it that is cropped', async () => {
    expect(await drawnAs(() => undefined)).toEqual(['[ 0 0 842 595 ] [ 1 0 0 1 0 0 ]']);
    expect(await drawnAs((each) => each.setRotation(degrees(90)))).toEqual(['[ 0 0 842 595 ] [ 0 -1 1 0 0 842 ]']);
    expect(await drawnAs((each) => each.setRotation(degrees(180)))).toEqual(['[ 0 0 842 595 ] [ -1 0 0 -1 842 595 ]']);
    expect(await drawnAs((each) => each.setRotation(degrees(-90)))).toEqual(['[ 0 0 842 595 ] [ 0 1 -1 0 595 0 ]']);
    const cropped = (each: PDFPage) => {
      each.setCropBox(100, 50, 400, 900);
      each.setRotation(degrees(90));
    };
    expect(await drawnAs(cropped)).toEqual(['[ 100 50 500 595 ] [ 0 -1 1 0 -50 500 ]']);
  });

  it('keeps a page blank for a blank one, and for one that the PDF does not have', async () => {
    for (const number of [1, 3]) {
      const { drawn } = await opened(await withPdfPages(await report(), [await page({ page: number })]));
      expect(drawn.join('')).not.toContain('EmbeddedPdfPage');
    }
  });

  it('stays as it is where nothing waits for a page', async () => {
    const printed = await report();
    expect(await withPdfPages(printed, [])).toBe(printed);
    const { drawn } = await opened(await withPdfPages(printed, [await page({ alternative: 'Another' })]));
    expect(drawn.join('')).not.toContain('EmbeddedPdfPage');
  });
});
