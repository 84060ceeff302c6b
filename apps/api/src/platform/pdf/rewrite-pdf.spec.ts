import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { rewritePdf } from './rewrite-pdf.js';

async function written(change: (document: PDFDocument) => unknown = () => undefined, pages = 3): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let at = 1; at <= pages; at += 1) document.addPage([595, 842]);
  await change(document);
  return document.save();
}

const action = (document: PDFDocument, fields: Record<string, string | PDFString>) =>
  document.context.register(document.context.obj({ Type: 'Action', ...fields }));

describe('an uploaded PDF', () => {
  it('is known to lack fonts if it names one without holding it', async () => {
    const bytes = await written(async (document) => {
      document.getPage(0).drawText('Text', { font: await document.embedFont(StandardFonts.TimesRoman) });
    });
    expect((await rewritePdf(bytes, '')).fontsEmbedded).toBe(false);
    expect((await rewritePdf(bytes, '1')).fontsEmbedded).toBe(false);
    // The page that names it is left out.
    expect((await rewritePdf(bytes, '2-3')).fontsEmbedded).toBe(true);
    expect((await rewritePdf(await written(), '')).fontsEmbedded).toBe(true);
  });

  it('keeps only the pages that are named', async () => {
    const read = await rewritePdf(await written(undefined, 6), '1, 3-4');
    expect((await PDFDocument.load(read.bytes)).getPageCount()).toBe(3);
    expect(read.pages).toBe(3);
    await expect(rewritePdf(await written(), '2-4')).rejects.toThrow('The file has 3 pages.');
  });

  it.each<[string, (document: PDFDocument) => unknown, string]>([
    [
      'JavaScript when it is opened',
      (document) =>
        document.catalog.set(
          PDFName.of('OpenAction'),
          action(document, { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
        ),
      'It contains JavaScript that runs when the file is opened (OpenAction). Save it without and try again.',
    ],
    [
      'JavaScript elsewhere',
      (document) => action(document, { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
      'It contains JavaScript. Save it without and try again.',
    ],
    [
      'an action when it is opened',
      (document) =>
        document.catalog.set(
          PDFName.of('OpenAction'),
          action(document, { S: 'URI', URI: PDFString.of('https://x.test') }),
        ),
      'It does something when the file is opened (OpenAction). Save it without and try again.',
    ],
    [
      'a program to start',
      (document) => action(document, { S: 'Launch', F: PDFString.of('x.exe') }),
      'It contains actions that start by themselves. Save it without and try again.',
    ],
    [
      'something that a page does when it is shown',
      (document) =>
        document
          .getPage(1)
          .node.set(
            PDFName.of('AA'),
            document.context.obj({ O: action(document, { S: 'URI', URI: PDFString.of('https://x.test') }) }),
          ),
      'It contains actions that start by themselves. Save it without and try again.',
    ],
    [
      'a form that has scripts in a stream',
      (document) => {
        const script = '<script contentType="application/x-javascript">xfa.host.messageBox("x")</script>';
        const form = { XFA: document.context.register(document.context.flateStream(script)) };
        document.catalog.set(PDFName.of('AcroForm'), document.context.obj(form));
      },
      'It contains a form that can run JavaScript (XFA). Save it without and try again.',
    ],
    [
      'an embedded file',
      (document) => document.attach(new Uint8Array([1, 2]), 'x.bin'),
      'It contains embedded files. Save it without and try again.',
    ],
    [
      'an embedded file that does not say that it is one',
      (document) => {
        const file = document.context.register(document.context.flateStream(new Uint8Array([1, 2])));
        const named = document.context.obj({ Type: 'Filespec', EF: { F: file } });
        document.getPage(0).node.set(PDFName.of('AF'), document.context.obj([document.context.register(named)]));
      },
      'It contains embedded files. Save it without and try again.',
    ],
  ])('is refused with %s', async (_, change, message) => {
    await expect(rewritePdf(await written(change), '')).rejects.toThrow(message);
  });

  it('is refused with JavaScript whose names are written in hexadecimal', async () => {
    const bytes = Buffer.concat([
      await written(),
      Buffer.from('\n90 0 obj\n<< /Type /Action /S /J#61vaScript /#4A#53 (app.alert\\(1\\)) >>\nendobj\n'),
    ]);
    await expect(rewritePdf(bytes, '')).rejects.toThrow('It contains JavaScript. Save it without and try again.');
  });

  it('may open at one of its own pages', async () => {
    const bytes = await written((document) =>
      document.catalog.set(PDFName.of('OpenAction'), action(document, { S: 'GoTo' })),
    );
    await expect(rewritePdf(bytes, '')).resolves.toMatchObject({ fontsEmbedded: true });
  });

  it('is refused if it is encrypted', async () => {
    const bytes = await written((document) => document.encrypt({ userPassword: 'secret' }));
    await expect(rewritePdf(bytes, '')).rejects.toThrow('It is encrypted. Save it without a password and try again.');
  });

  it('is refused with a page that unfolds to more than a report may decode, unless the page is left out', async () => {
    const bytes = await written((document) => {
      const { context } = document;
      const contents = context.flateStream(new Uint8Array(32 * 1024 * 1024 + 1).fill(0x20));
      document.getPage(1).node.set(PDFName.of('Contents'), context.register(contents));
    });
    await expect(rewritePdf(bytes, '')).rejects.toThrow('Page 2 of this PDF is too large.');
    await expect(rewritePdf(bytes, '1, 3')).resolves.toMatchObject({ pages: 2 });
  });

  it('is refused if its objects unfold to more than the api may take to open it', async () => {
    const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
    const entries = `/Type /ObjStm /N 0 /First 0 /Filter /FlateDecode /Length ${packed.length}`;
    const bytes = Buffer.concat([
      await written(),
      Buffer.from(`\n90 0 obj\n<< ${entries} >>\nstream\n`),
      packed,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
    await expect(rewritePdf(bytes, '')).rejects.toThrow('It is too large. Save it with fewer pages and try again.');
  });

  it('is refused with a page that cannot be drawn', async () => {
    const bytes = await written((document) => {
      const { context } = document;
      const contents = context.stream('x', { Filter: 'Unknown' });
      document.getPage(0).node.set(PDFName.of('Contents'), context.register(contents));
    });
    await expect(rewritePdf(bytes, '')).rejects.toThrow('Page 1 of this PDF cannot be read.');
  });

  it('is refused with more than 1,000 pages, unless fewer are named', async () => {
    const bytes = await written(undefined, 1_001);
    await expect(rewritePdf(bytes, '')).rejects.toThrow('More than 1,000 pages are too many. Name those to keep.');
    expect((await rewritePdf(bytes, '1001')).pages).toBe(1);
  });

  it('is refused if it is damaged', async () => {
    await expect(rewritePdf(Buffer.from('%PDF-1.7 nothing'), '')).rejects.toThrow(
      'It is damaged. Save it again and try again.',
    );
  });
});
