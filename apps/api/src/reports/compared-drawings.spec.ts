import { degrees, PDFDocument, PDFName, PDFRawStream, rgb, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import { createCanvas } from '@napi-rs/canvas';
import type { ComparedDrawings } from '@superscope/contracts/report-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SpooledFile } from '../platform/http/spooled-upload.js';
import { DrawingsComparison } from './compared-drawings.js';

const [width, height] = [595, 842];
const texts = ['Cover', 'Average SuperScore 3.04 of 5', 'Back page'];

/** Three pages with text, figures and lines, as they were made, with something done to them. */
async function report(change: (pages: PDFPage[], pdf: PDFDocument) => void | Promise<void> = () => undefined) {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const pages = texts.map((text) => {
    const page = pdf.addPage([width, height]);
    page.drawText(text, { x: 60, y: 700, size: 14, font });
    page.drawEllipse({ x: 300.3, y: 400.7, xScale: 71.3, yScale: 40, borderColor: rgb(0, 0.4, 0.3), borderWidth: 1.3 });
    return page;
  });
  await change(pages, pdf);
  return Buffer.from(await pdf.save());
}

let made: Buffer;
beforeAll(async () => {
  made = await report();
});

const comparison = new DrawingsComparison();
async function compared(given: Buffer, of = texts, withMade = true): Promise<ComparedDrawings> {
  const file = await SpooledFile.of(
    (async function* () {
      yield given;
    })(),
  );
  try {
    return await comparison.of({ bytes: made, texts }, { file, texts: of }, withMade, new AbortController().signal);
  } finally {
    await file.close();
  }
}
/** The pages that differ, each with the middle of its regions in hundredths. */
const places = ({ differing }: ComparedDrawings) =>
  differing.map((page) => [
    page.given,
    ...page.regions.map(({ left, top, width: wide, height: high }) =>
      [left + wide / 2, top + high / 2].map((part) => Math.round(part * 100)).join(','),
    ),
  ]);

describe('a report drawn beside one that was edited', () => {
  it('differs nowhere from the same one saved again, also by another writer', async () => {
    expect(await compared(made)).toEqual({ pages: { made: 3, given: 3 }, differing: [], endedAt: null });
    const again = await PDFDocument.load(made);
    again.setTitle('Saved again');
    expect((await compared(Buffer.from(await again.save({ useObjectStreams: false })))).differing).toEqual([]);
  });

  it('differs where a stamp was put, with pictures of both', async () => {
    const stamped = await report(([, page], pdf) => {
      const font = pdf.embedStandardFont(StandardFonts.HelveticaBold);
      page!.drawText('APPROVED', { x: 400, y: 760, size: 24, font, rotate: degrees(-8), color: rgb(0.8, 0, 0) });
    });
    const found = await compared(stamped);
    expect(found.differing).toMatchObject([{ made: 2, given: 2 }]);
    const [{ regions, picture, madePicture }] = found.differing as [ComparedDrawings['differing'][number]];
    expect(regions.every(({ left, top }) => left > 0.6 && top < 0.2)).toBe(true);
    for (const each of [picture, madePicture]) expect(each).toMatch(/^data:image\/webp;base64,\w/);
    expect(picture).not.toBe(madePicture);
    const alone = await compared(stamped, texts, false);
    expect(alone.differing).toMatchObject([{ picture, madePicture: null }]);
  });

  it('differs where a figure was painted over in white, or covered by a picture', async () => {
    const white = await report(([, page]) =>
      page!.drawRectangle({ x: 195, y: 696, width: 40, height: 18, color: rgb(1, 1, 1) }),
    );
    expect(places(await compared(white))).toEqual([[2, expect.stringMatching(/^3\d,1[67]$/)]]);
    const canvas = createCanvas(80, 36);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 80, 36);
    context.fillStyle = 'black';
    context.font = '28px sans-serif';
    context.fillText('3.40', 4, 28);
    const pictured = await report(async ([, page], pdf) =>
      page!.drawImage(await pdf.embedPng(canvas.toBuffer('image/png')), { x: 195, y: 696, width: 40, height: 18 }),
    );
    expect(places(await compared(pictured))).toEqual([[2, expect.stringMatching(/^3\d,1[67]$/)]]);
  });

  it('differs where an annotation covers it, which is no part of its contents', async () => {
    const annotated = await report(([, , page], pdf) => {
      const { context } = pdf;
      const appearance = context.register(
        PDFRawStream.of(
          context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 50] }),
          Buffer.from('1 0 0 rg 0 0 100 50 re f'),
        ),
      );
      const annotation = context.obj({
        Type: 'Annot',
        Subtype: 'Stamp',
        Rect: [60, 60, 160, 110],
        F: 4,
        AP: { N: appearance },
      });
      page!.node.set(PDFName.of('Annots'), context.obj([context.register(annotation)]));
    });
    expect(places(await compared(annotated))).toEqual([[3, '18,90']]);
  });

  it('lacks the page that was removed, and differs on no page behind it', async () => {
    const without = await report((_, pdf) => pdf.removePage(1));
    expect(await compared(without, ['Cover', 'Back page'])).toEqual({
      pages: { made: 3, given: 2 },
      differing: [{ made: 2, given: null, regions: [], picture: null, madePicture: null }],
      endedAt: null,
    });
  });

  it('differs as a whole on a page that was turned', async () => {
    const turned = await report(([page]) => page!.setRotation(degrees(90)));
    expect(places(await compared(turned))).toEqual([[1, '50,50']]);
  });

  it('is drawn up to a page that takes too long or too much memory, and says which', async () => {
    const forms = 10;
    const hostile = await report(([, page], pdf) => {
      const { context } = pdf;
      const refs = Array.from({ length: forms }, () => context.nextRef());
      for (const [at, ref] of refs.entries())
        context.assign(
          ref,
          PDFRawStream.of(
            context.obj({
              Type: 'XObject',
              Subtype: 'Form',
              BBox: [0, 0, 595, 842],
              Resources: { XObject: Object.fromEntries(refs[at + 1] ? [['X', refs[at + 1]!]] : []) },
            }),
            Buffer.from(refs[at + 1] ? '/X Do '.repeat(30) : '0 0 10 10 re f '.repeat(30)),
          ),
        );
      page!.node.setXObject(PDFName.of('Bomb'), refs[0]!);
      page!.node.addContentStream(context.register(PDFRawStream.of(context.obj({}), Buffer.from('/Bomb Do'))));
    });
    expect(await compared(hostile)).toMatchObject({ differing: [], endedAt: 2 });
  }, 120_000);

  it('is not drawn where nothing of it can be read', async () => {
    expect(await compared(Buffer.from('%PDF-1.7 and no more'))).toMatchObject({ differing: [], endedAt: 1 });
  });
});
