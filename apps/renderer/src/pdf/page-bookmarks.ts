import { PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef, PDFString, type PDFDocument } from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);

/**
 * Leaves the bookmarks of pages and drops those below them, which Chromium makes of every heading of a card: a reader looks for a page. A page
 * that goes on on further sheets repeats its title there, and keeps the bookmark of its first sheet.
 */
export function onlyPageBookmarks(pdf: PDFDocument): void {
  const outlines = pdf.catalog.lookupMaybe(name('Outlines'), PDFDict);
  if (outlines === undefined) return;
  const items = siblingsFrom(pdf, outlines);
  for (const { item } of items) dropBelow(pdf, item);
  const kept = items.filter(({ title }, at) => at === 0 || title !== items[at - 1]!.title);
  for (const { ref } of items) if (!kept.some((each) => each.ref === ref)) pdf.context.delete(ref);
  kept.forEach(({ item }, at) => {
    link(item, 'Prev', kept[at - 1]?.ref);
    link(item, 'Next', kept[at + 1]?.ref);
  });
  link(outlines, 'First', kept[0]?.ref);
  link(outlines, 'Last', kept.at(-1)?.ref);
  outlines.set(name('Count'), PDFNumber.of(kept.length));
}

interface Bookmark {
  ref: PDFRef;
  item: PDFDict;
  title: string;
}

function siblingsFrom(pdf: PDFDocument, parent: PDFDict): Bookmark[] {
  const found: Bookmark[] = [];
  for (let ref = parent.get(name('First')); ref instanceof PDFRef;) {
    const item = pdf.context.lookup(ref, PDFDict);
    const said = pdf.context.lookup(item.get(name('Title')));
    const title = said instanceof PDFString || said instanceof PDFHexString ? said.decodeText() : '';
    found.push({ ref, item, title });
    ref = item.get(name('Next'));
  }
  return found;
}

function dropBelow(pdf: PDFDocument, parent: PDFDict): void {
  for (const { ref, item } of siblingsFrom(pdf, parent)) {
    dropBelow(pdf, item);
    pdf.context.delete(ref);
  }
  for (const key of ['First', 'Last', 'Count']) parent.delete(name(key));
}

function link(from: PDFDict, key: string, to: PDFRef | undefined): void {
  if (to === undefined) from.delete(name(key));
  else from.set(name(key), to);
}
