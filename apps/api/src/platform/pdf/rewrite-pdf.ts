import { decodePDFRawStream, PDFDict, PDFHexString, PDFName, PDFRawStream, type PDFObject } from '@cantoo/pdf-lib';
import { pagesNamed } from '@superscope/domain/pdf-resources/pdf-resources';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { Destinations } from './destinations.js';
import { drawFields } from './drawn-fields.js';
import { damaged, KeptObjects } from './kept-objects.js';
import { keptOutline } from './kept-outline.js';
import { KeptPages } from './kept-pages.js';
import { KeptStructure } from './kept-structure.js';
import { keptTitle, claimsAccess, metadataOf } from './metadata.js';
import { pagesOf } from './page-tree.js';
import { parsedPdf } from './parsed-pdf.js';
import { dictionariesIn, isNamed, refusalOf } from './refused-contents.js';
import { writtenPdf } from './written-pdf.js';

export interface RewrittenPdf {
  bytes: Uint8Array;
  pages: number;
  fontsEmbedded: boolean;
  notices: string[];
}

const name = (of: string) => PDFName.of(of);
const mostPages = 1_000;
/** All that is not pictures, fonts or drawing, decoded when the file is opened. */
const mostBytesOfObjects = 64 * 1024 * 1024;
const bytesAtOnce = 64 * 1024;

const refused = (why: string) => new RuleViolation('invalid', why);

/** Whether the streams that hold other objects unfold to more than the api may take to open the file. */
function unfoldBeyond(definitions: readonly PDFObject[]): boolean {
  let length = 0;
  for (const object of definitions) {
    if (!(object instanceof PDFRawStream) || !isNamed(object.dict, 'Type', 'ObjStm', 'XRef')) continue;
    const decoded = decodePDFRawStream(object);
    for (let part = decoded.getBytes(bytesAtOnce); part.length > 0; part = decoded.getBytes(bytesAtOnce)) {
      length += part.length;
      if (length > mostBytesOfObjects) return true;
    }
  }
  return false;
}

const filesOfFonts = ['FontFile', 'FontFile2', 'FontFile3'];

/** A composite font has its file in its descendant, and a font of drawings has none. */
const lacksFile = (font: PDFDict): boolean => {
  if (!isNamed(font, 'Type', 'Font') || isNamed(font, 'Subtype', 'Type0', 'Type3')) return false;
  const descriptor = font.lookup(name('FontDescriptor'));
  return !(descriptor instanceof PDFDict) || !filesOfFonts.some((file) => descriptor.has(name(file)));
};

const isSignature = (dictionary: PDFDict): boolean =>
  dictionary.has(name('ByteRange')) && dictionary.has(name('Contents'));

/** What a viewer does with the whole file that is neither an action nor seen on its pages. */
function keptSettings(catalog: PDFDict, kept: KeptObjects): Record<string, PDFObject> {
  const settings: Record<string, PDFObject> = {};
  const keep = (key: string, value: PDFObject | null) => {
    if (value !== null) settings[key] = value;
  };
  const language = catalog.lookup(name('Lang'));
  if (language !== undefined) keep('Lang', kept.value(language));
  const layout = catalog.lookup(name('PageLayout'));
  if (layout instanceof PDFName) keep('PageLayout', layout);
  const preferences = catalog.lookup(name('ViewerPreferences'));
  if (preferences instanceof PDFDict) {
    const plain = ['DisplayDocTitle', 'Direction', 'PrintScaling', 'Duplex'].flatMap((key) => {
      const value = preferences.lookup(name(key));
      return value === undefined || value instanceof PDFDict ? [] : [[key, kept.value(value)!] as const];
    });
    if (plain.length > 0) keep('ViewerPreferences', kept.context.obj(Object.fromEntries(plain)));
  }
  for (const key of ['OutputIntents', 'OCProperties']) keep(key, kept.value(catalog.get(name(key))));
  return settings;
}

const noticesOf = {
  signature: 'Its signature was removed: the file was written anew, so nobody has signed what is kept.',
  form: 'Its form was made a part of its pages: what is filled in stays, and can no longer be changed.',
  comments: 'Its comments were made a part of its pages.',
  lostComments: 'Comments that it holds no drawing of were removed.',
  links: 'Links that lead neither to its own pages nor to a page of the web were removed.',
};

/**
 * Writes a PDF anew, from what may be in one: its pages with what draws them, tags, outline, and links to its own pages, the web and mails.
 * `pageNumbers` names the pages to keep, such as '1, 3-6'; '' keeps all. The same file gives the same bytes, and a file that was written
 * here stays as it is. Throws RuleViolation for a file that is damaged or encrypted, or that holds JavaScript, actions or files, for pages
 * that it does not have, and for those that no report can hold.
 */
export async function rewritePdf(bytes: Uint8Array, pageNumbers: string): Promise<RewrittenPdf> {
  const parsed = await parsedPdf(bytes);
  if (parsed === null) throw damaged();
  if (parsed.isEncrypted) throw refused('It is encrypted. Save it without a password and try again.');
  const { context, catalog, definitions } = parsed;
  const refusal = refusalOf(definitions);
  if (refusal !== null) throw refused(refusal);
  if (unfoldBeyond(definitions)) throw refused('It is too large. Save it with fewer pages and try again.');
  const isSigned = [...dictionariesIn(definitions)].some(isSignature);
  await drawFields(parsed);

  const all = pagesOf(catalog);
  if (all.length === 0) throw damaged();
  const numbers = pagesNamed(pageNumbers, all.length) ?? all.map((_, at) => at + 1);
  if (numbers.length > mostPages) throw refused('More than 1,000 pages are too many. Name those to keep.');

  const kept = new KeptObjects(context);
  const pages = new KeptPages(kept, all, numbers);
  const destinations = new Destinations(catalog, pages.bySource, pages.inOrder, kept.context);
  pages.keep(destinations);
  const structure = new KeptStructure(kept, pages.bySource, pages.links).of(catalog);
  const outline = keptOutline(catalog, kept, destinations);
  const title = keptTitle(context, catalog);
  const { flattened, comments, lostComments, lostLinks } = pages.changes;
  const isWhole = !isSigned && !flattened && !comments && !lostComments && !lostLinks && numbers.length === all.length;
  const part = structure !== null && isWhole ? claimsAccess(catalog) : null;

  const target = kept.context;
  const entries = {
    Type: 'Catalog',
    Pages: pages.ref,
    ...keptSettings(catalog, kept),
    ...(structure !== null && { StructTreeRoot: structure, MarkInfo: { Marked: true } }),
    ...(outline !== null && { Outlines: outline }),
    ...(outline !== null && isNamed(catalog, 'PageMode', 'UseOutlines') && { PageMode: 'UseOutlines' }),
    ...pages.labels(catalog),
    Metadata: target.register(metadataOf(target, title, part)),
  };
  const root = target.register(target.obj(entries));
  const info = target.register(target.obj(title === '' ? {} : { Title: PDFHexString.fromText(title) }));
  const version = isVersion2(context.header.toString(), catalog) ? '2.0' : '1.7';
  return {
    bytes: writtenPdf(target, root, info, version),
    pages: numbers.length,
    fontsEmbedded: ![...dictionariesIn(target.enumerateIndirectObjects().map(([, object]) => object))].some(lacksFile),
    notices: [
      ...(isSigned ? [noticesOf.signature] : []),
      ...(flattened ? [noticesOf.form] : []),
      ...(comments ? [noticesOf.comments] : []),
      ...(lostComments ? [noticesOf.lostComments] : []),
      ...(lostLinks ? [noticesOf.links] : []),
    ],
  };
}

const isVersion2 = (header: string, catalog: PDFDict): boolean =>
  header.includes('PDF-2') || isNamed(catalog, 'Version', '2.0');
