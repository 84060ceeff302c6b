import {
  AFRelationship,
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { createHash } from 'node:crypto';
import { markArtifacts } from './mark-artifacts.js';
import { onlyPageBookmarks } from './page-bookmarks.js';
import { Structure } from './structure.js';

const name = (text: string) => PDFName.of(text);

export interface Attachment {
  fileName: string;
  mediaType: string;
  description: string;
  content: Buffer;
}

export interface Finishing {
  title: string;
  /** Stands in the file as the time at which it was made. */
  madeAt: Date;
  /** By what each page is known, such as 'S4'. Labels of another number of pages are not used. */
  labels: readonly string[];
  attached: Attachment | null;
}

export interface Finished {
  file: Buffer;
  pages: number;
}

/**
 * Makes a tagged PDF of Chromium's conform to PDF/UA-1, and attaches a file to it. What Chromium leaves out: metadata, descriptions of links,
 * bodies of list items, and marks around content that no element owns. The same pages, title, moment and attachment give the same bytes.
 */
export async function accessiblePdf(
  printed: Buffer,
  { title, madeAt, labels, attached }: Finishing,
): Promise<Finished> {
  const pdf = await PDFDocument.load(printed, { updateMetadata: false });
  const structure = new Structure(pdf);
  structure.wrapListItems();
  structure.evenRows();
  structure.renumberIds();
  const titles = titlesOf(pdf);
  for (const page of pdf.getPages()) {
    markPage(pdf, page);
    describeLinks(pdf, page, titles);
  }
  labelPages(pdf, labels);
  if (labels.length > 0) onlyPageBookmarks(pdf);
  pdf.setTitle(title, { showInWindowTitleBar: true });
  pdf.setCreator('Superscope');
  pdf.setProducer('Superscope');
  pdf.setCreationDate(madeAt);
  pdf.setModificationDate(madeAt);
  const metadata = pdf.context.stream(Buffer.from(metadataOf(title, madeAt)), { Type: 'Metadata', Subtype: 'XML' });
  pdf.catalog.set(name('Metadata'), pdf.context.register(metadata));
  if (attached !== null) await attach(pdf, attached, madeAt);
  const id = PDFHexString.of(
    createHash('sha256')
      .update(attached?.content ?? printed)
      .update(madeAt.toISOString())
      .digest('hex')
      .slice(0, 32),
  );
  pdf.context.trailerInfo.ID = pdf.context.obj([id, id]);
  const file = Buffer.from(await pdf.save({ useObjectStreams: true, updateFieldAppearances: false }));
  return { file, pages: pdf.getPageCount() };
}

/** A viewer then names pages as they are printed, and not by their place in the file. */
function labelPages(pdf: PDFDocument, labels: readonly string[]): void {
  if (labels.length === 0 || labels.length !== pdf.getPageCount()) return;
  const numbers = labels.flatMap((label, at) => [at, { P: PDFHexString.fromText(label) }]);
  pdf.catalog.set(name('PageLabels'), pdf.context.obj({ Nums: numbers }));
}

function markPage(pdf: PDFDocument, { node }: PDFPage): void {
  node.set(name('Tabs'), name('S'));
  const contents = node.get(name('Contents'));
  const looked = pdf.context.lookup(contents);
  const parts = looked instanceof PDFArray ? looked.asArray() : [contents!];
  const text = parts.map((part) => textOf(pdf.context.lookup(part) as PDFRawStream)).join('\n');
  const marked = markArtifacts(text, taggedForms(pdf, node));
  for (const part of parts) if (part instanceof PDFRef) pdf.context.delete(part);
  node.set(name('Contents'), pdf.context.register(streamOf(pdf, marked, {})));
}

/** Marks the forms that a page or a form uses, if elements own what they paint. Returns whether a form is such a one, by its name. */
function taggedForms(pdf: PDFDocument, of: PDFDict): (form: string) => boolean {
  const tagged = new Set<string>();
  const resources = pdf.context.lookup(of.get(name('Resources')));
  const objects = resources instanceof PDFDict ? pdf.context.lookup(resources.get(name('XObject'))) : undefined;
  for (const [key, ref] of objects instanceof PDFDict ? objects.entries() : []) {
    const form = pdf.context.lookup(ref);
    if (!(form instanceof PDFRawStream) || form.dict.get(name('Subtype')) !== name('Form')) continue;
    const isTagged = taggedForms(pdf, form.dict);
    const text = textOf(form);
    if (!/\/MCID \d/.test(text) && !formsIn(text).some(isTagged)) continue;
    tagged.add(key.decodeText());
    const entries = Object.fromEntries(
      form.dict
        .entries()
        .map(([entry, value]) => [entry.decodeText(), value] as const)
        .filter(([entry]) => entry !== 'Length' && entry !== 'Filter'),
    );
    pdf.context.assign(ref as PDFRef, streamOf(pdf, markArtifacts(text, isTagged), entries));
  }
  return (form) => tagged.has(form);
}

const formsIn = (content: string): string[] => [...content.matchAll(/^\/(\S+) Do$/gm)].map(([, form]) => form!);

const textOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
const streamOf = (pdf: PDFDocument, content: string, entries: Record<string, PDFObject>) =>
  pdf.context.flateStream(Buffer.from(content, 'latin1'), entries);

/** The title of each page that has one, by the page's reference: that of its first bookmark. */
function titlesOf(pdf: PDFDocument): Map<string, string> {
  const titles = new Map<string, string>();
  const look = (item: PDFObject | undefined): void => {
    for (let at = item; at instanceof PDFDict; at = pdf.context.lookup(at.get(name('Next')))) {
      const to = pdf.context.lookup(at.get(name('Dest')));
      const said = pdf.context.lookup(at.get(name('Title')));
      if (to instanceof PDFArray && (said instanceof PDFString || said instanceof PDFHexString)) {
        const page = to.get(0).toString();
        if (!titles.has(page)) titles.set(page, said.decodeText());
      }
      look(pdf.context.lookup(at.get(name('First'))));
    }
  };
  const outlines = pdf.context.lookup(pdf.catalog.get(name('Outlines')));
  if (outlines instanceof PDFDict) look(pdf.context.lookup(outlines.get(name('First'))));
  return titles;
}

/** Says of each link where it leads. */
function describeLinks(pdf: PDFDocument, { node }: PDFPage, titles: ReadonlyMap<string, string>): void {
  const annotations = node.Annots();
  for (let at = 0; annotations !== undefined && at < annotations.size(); at += 1) {
    const link = annotations.lookup(at);
    if (!(link instanceof PDFDict) || link.has(name('Contents'))) continue;
    link.set(name('Contents'), PDFHexString.fromText(leadsTo(pdf, link, titles)));
  }
}

function leadsTo(pdf: PDFDocument, link: PDFDict, titles: ReadonlyMap<string, string>): string {
  const action = pdf.context.lookup(link.get(name('A')));
  const address = action instanceof PDFDict ? pdf.context.lookup(action.get(name('URI'))) : undefined;
  if (address instanceof PDFString || address instanceof PDFHexString) return `Open ${address.decodeText()}`;
  const named = pdf.context.lookup(link.get(name('Dest')));
  const places = pdf.context.lookup(pdf.catalog.get(name('Dests')));
  const place = named instanceof PDFName && places instanceof PDFDict ? pdf.context.lookup(places.get(named)) : named;
  const title = place instanceof PDFArray ? titles.get(place.get(0).toString()) : undefined;
  return title === undefined ? 'Go to another page of this document' : `Go to ${title}`;
}

async function attach(pdf: PDFDocument, { fileName, mediaType, description, content }: Attachment, at: Date) {
  await pdf.attach(content, fileName, {
    mimeType: mediaType,
    description,
    creationDate: at,
    modificationDate: at,
    afRelationship: AFRelationship.Data,
  });
}

/** XMP. The namespace `pdfuaid` says that the file conforms to PDF/UA-1. */
function metadataOf(title: string, at: Date): string {
  const made = at.toISOString().replace(/\.\d+Z$/, 'Z');
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>Superscope</xmp:CreatorTool>
<xmp:CreateDate>${made}</xmp:CreateDate>
<xmp:ModifyDate>${made}</xmp:ModifyDate>
<pdf:Producer>Superscope</pdf:Producer>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
