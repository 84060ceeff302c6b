import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { contentsOf, shownPage } from '../platform/pdf/shown-page.js';
import { removeMarks } from './without-marks.js';

/** A page of a PDF that stands in a report. */
export interface PdfPage {
  /** The text that the report has as the page's alternative, by which its place is found. */
  alternative: string;
  bytes: Uint8Array;
  /** Counted from 1. */
  page: number;
  fontsEmbedded: boolean;
}

const name = (of: string) => PDFName.of(of);

/** The page on which an element of the structure, or something in it, is drawn. */
function pageOf(report: PDFDocument, element: PDFObject | undefined): PDFRef | null {
  if (element instanceof PDFArray) {
    for (const each of element.asArray()) {
      const found = pageOf(report, report.context.lookup(each));
      if (found !== null) return found;
    }
    return null;
  }
  if (!(element instanceof PDFDict)) return null;
  const own = element.get(name('Pg'));
  return own instanceof PDFRef ? own : pageOf(report, element.lookup(name('K')));
}

/** The pages that wait for a page of a PDF, by the alternative of their figure, in the order of the file. */
function waitingPages(report: PDFDocument): Map<string, PDFPage[]> {
  const waiting = new Map<string, PDFPage[]>();
  for (const [, element] of report.context.enumerateIndirectObjects()) {
    if (!(element instanceof PDFDict) || element.get(name('S')) !== name('Figure')) continue;
    const alternative = element.lookup(name('Alt'));
    const on = pageOf(report, element);
    const page = report.getPages().find(({ ref }) => ref === on);
    if (!(alternative instanceof PDFString || alternative instanceof PDFHexString) || page === undefined) continue;
    const text = alternative.decodeText();
    waiting.set(text, [...(waiting.get(text) ?? []), page]);
  }
  return waiting;
}

/** A file that holds another's page without its fonts cannot claim to be accessible. */
function withoutClaim(report: PDFDocument): void {
  const metadata = report.catalog.lookup(name('Metadata'));
  if (!(metadata instanceof PDFStream)) return;
  const text = Buffer.from(metadata.getContents()).toString('utf8');
  const honest = text.replaceAll(/<pdfuaid:part>.*?<\/pdfuaid:part>/g, '');
  const stream = report.context.stream(Buffer.from(honest, 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
  report.catalog.set(name('Metadata'), report.context.register(stream));
}

/**
 * Draws pages of PDFs where a report has kept a page for them. The report keeps its tags: a figure with the page's text stands there, and
 * what is drawn is an artifact within it. The same report and pages give the same bytes.
 */
export async function withPdfPages(printed: Buffer, pages: readonly PdfPage[]): Promise<Buffer> {
  if (pages.length === 0) return printed;
  const report = await PDFDocument.load(printed, { updateMetadata: false });
  const waiting = waitingPages(report);
  for (const { alternative, bytes, page } of pages) {
    const on = waiting.get(alternative)?.shift();
    if (on === undefined) continue;
    const file = await PDFDocument.load(bytes, { updateMetadata: false });
    const source = file.getPages()[page - 1];
    // A blank page stays blank.
    if (source === undefined || contentsOf(source).length === 0) continue;
    const shown = shownPage(source);
    removeMarks(file, source);
    const embedded = await report.embedPage(source, shown.box, shown.matrix);
    const { width, height } = on.getSize();
    const scale = Math.min(width / shown.width, height / shown.height);
    const x = (width - shown.width * scale) / 2;
    const y = (height - shown.height * scale) / 2;
    on.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContent, [name('Artifact')]));
    on.drawPage(embedded, { x, y, xScale: scale, yScale: scale });
    on.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
  }
  if (pages.some(({ fontsEmbedded }) => !fontsEmbedded)) withoutClaim(report);
  return Buffer.from(await report.save({ useObjectStreams: true, updateFieldAppearances: false }));
}
