import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { pagesNamed } from '@superscope/domain/pdf-resources/pdf-resources';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { extractText, getDocumentProxy } from 'unpdf';
import { contentsOf, shownPage } from './shown-page.js';

/** A PDF that was looked at. */
export interface ReadPdf {
  /** With the pages to keep only. */
  bytes: Uint8Array;
  fontsEmbedded: boolean;
  /** The text of each page, of which a report uses no more than this. */
  texts: string[];
}

/** As long as the text that a report has for a page. */
const mostLetters = 4_000;
const mostPages = 1_000;
/** What draws a page, decoded: every report with the page decodes it again. */
const mostBytesOfPage = 32 * 1024 * 1024;
/** All that is not pictures, fonts or drawing, decoded when the file is opened. */
const mostBytesOfObjects = 64 * 1024 * 1024;
const bytesAtOnce = 64 * 1024;

const name = (of: string) => PDFName.of(of);

/** Everything that a file holds: each object, and the dictionaries inside it. */
function* dictionaries(document: PDFDocument): Generator<PDFDict> {
  const waiting: PDFObject[] = document.context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) continue;
    if (object instanceof PDFStream) waiting.push(object.dict);
    else if (object instanceof PDFArray) waiting.push(...object.asArray());
    else if (object instanceof PDFDict) {
      waiting.push(...object.values());
      yield object;
    }
  }
}

const isNamed = (dictionary: PDFDict, key: string, ...values: string[]): boolean =>
  values.some((value) => dictionary.lookup(name(key)) === name(value));

/** What a page of a report must not hold; null for nothing. */
function refusalOf(document: PDFDocument): string | null {
  const opening = document.catalog.lookup(name('OpenAction'));
  const opens = opening instanceof PDFDict && !isNamed(opening, 'S', 'GoTo');
  let files = false;
  let acts = false;
  for (const dictionary of dictionaries(document)) {
    if (dictionary.has(name('JS')) || isNamed(dictionary, 'S', 'JavaScript') || dictionary.has(name('JavaScript')))
      return opens
        ? 'It contains JavaScript that runs when the file is opened (OpenAction). Save it without and try again.'
        : 'It contains JavaScript. Save it without and try again.';
    if (dictionary.has(name('XFA')))
      return 'It contains a form that can run JavaScript (XFA). Save it without and try again.';
    files ||=
      dictionary.has(name('EmbeddedFiles')) ||
      dictionary.has(name('EF')) ||
      isNamed(dictionary, 'Type', 'EmbeddedFile') ||
      isNamed(dictionary, 'Subtype', 'FileAttachment', 'RichMedia');
    // AA: what a page, a field or the whole file does when it is shown, entered or printed.
    acts ||= dictionary.has(name('AA')) || isNamed(dictionary, 'S', 'Launch', 'SubmitForm', 'ImportData');
  }
  if (opens) return 'It does something when the file is opened (OpenAction). Save it without and try again.';
  if (acts) return 'It contains actions that start by themselves. Save it without and try again.';
  return files ? 'It contains embedded files. Save it without and try again.' : null;
}

const filesOfFonts = ['FontFile', 'FontFile2', 'FontFile3'];

/** A composite font has its file in its descendant, and a font of drawings has none. */
const lacksFile = (font: PDFDict): boolean => {
  if (!isNamed(font, 'Type', 'Font') || isNamed(font, 'Subtype', 'Type0', 'Type3')) return false;
  const descriptor = font.lookup(name('FontDescriptor'));
  return !(descriptor instanceof PDFDict) || !filesOfFonts.some((file) => descriptor.has(name(file)));
};

/** Whether streams unfold to more than so many bytes altogether. Throws for a stream that cannot be decoded. */
function unfoldBeyond(streams: readonly PDFStream[], mostBytes: number): boolean {
  let length = 0;
  for (const stream of streams) {
    if (!(stream instanceof PDFRawStream)) continue;
    const decoded = decodePDFRawStream(stream);
    for (let part = decoded.getBytes(bytesAtOnce); part.length > 0; part = decoded.getBytes(bytesAtOnce)) {
      length += part.length;
      if (length > mostBytes) return true;
    }
  }
  return false;
}

/** The streams that hold other objects, and tables of their places. */
const packedObjects = (document: PDFDocument): PDFStream[] =>
  document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFStream && isNamed(object.dict, 'Type', 'ObjStm', 'XRef') ? [object] : [],
    );

/** Throws RuleViolation for a page that no report can hold. */
function checkPage(document: PDFDocument, number: number): void {
  let tooLarge;
  try {
    const page = document.getPage(number - 1);
    shownPage(page);
    tooLarge = unfoldBeyond(contentsOf(page), mostBytesOfPage);
  } catch {
    throw new RuleViolation('invalid', `Page ${number} of this PDF cannot be read. Save it again and try again.`);
  }
  if (tooLarge) throw new RuleViolation('invalid', `Page ${number} of this PDF is too large.`);
}

async function kept(document: PDFDocument, numbers: readonly number[]): Promise<PDFDocument> {
  const fewer = await PDFDocument.create();
  const pages = await fewer.copyPages(
    document,
    numbers.map((number) => number - 1),
  );
  for (const page of pages) fewer.addPage(page);
  return fewer;
}

/** Null for a file without pages, or of which no object can be found. */
async function opened(bytes: Uint8Array): Promise<PDFDocument | null> {
  try {
    const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false });
    return document.isEncrypted || document.getPageCount() > 0 ? document : null;
  } catch {
    return null;
  }
}

/**
 * Looks at an uploaded PDF. `pageNumbers` names the pages to keep, such as '1, 3-6'; '' keeps all. Throws RuleViolation for a file that is
 * damaged or encrypted, or that holds JavaScript, actions or files, for pages that it does not have, and for
 * those that no report can hold.
 */
export async function readPdf(bytes: Uint8Array, pageNumbers: string): Promise<ReadPdf> {
  const document = await opened(bytes);
  if (document === null) throw new RuleViolation('invalid', 'It is damaged. Save it again and try again.');
  if (document.isEncrypted)
    throw new RuleViolation('invalid', 'It is encrypted. Save it without a password and try again.');
  const refusal = refusalOf(document);
  if (refusal !== null) throw new RuleViolation('invalid', refusal);
  if (unfoldBeyond(packedObjects(document), mostBytesOfObjects))
    throw new RuleViolation('invalid', 'It is too large. Save it with fewer pages and try again.');
  const numbers = pagesNamed(pageNumbers, document.getPageCount());
  const count = numbers?.length ?? document.getPageCount();
  if (count > mostPages) throw new RuleViolation('invalid', 'More than 1,000 pages are too many. Name those to keep.');
  for (const number of numbers ?? Array.from({ length: count }, (_, at) => at + 1)) checkPage(document, number);
  const fewer = numbers === null ? document : await kept(document, numbers);
  const taken = numbers === null ? bytes : await fewer.save();
  const fontsEmbedded = ![...dictionaries(fewer)].some(lacksFile);
  // The reader takes the bytes for itself.
  const reader = await getDocumentProxy(Uint8Array.from(taken), { verbosity: 0 });
  const { text } = await extractText(reader, { mergePages: false });
  const texts = text.map((page) => page.replaceAll(/\s+/g, ' ').trim().slice(0, mostLetters));
  return { bytes: taken, fontsEmbedded, texts };
}
