import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef, type PDFContext } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { onlyPageBookmarks } from './page-bookmarks.js';

interface Node {
  title: string;
  below?: Node[];
}

const name = (text: string) => PDFName.of(text);

/** Bookmarks as Chromium writes them. */
function outlineOf(context: PDFContext, parent: PDFRef, nodes: readonly Node[]): Record<string, PDFRef> {
  const refs = nodes.map(() => context.nextRef());
  nodes.forEach(({ title, below = [] }, at) => {
    const ref = refs[at]!;
    const item = context.obj({
      Title: PDFHexString.fromText(title),
      Parent: parent,
      ...outlineOf(context, ref, below),
    });
    if (at > 0) item.set(name('Prev'), refs[at - 1]!);
    if (at < refs.length - 1) item.set(name('Next'), refs[at + 1]!);
    context.assign(ref, item);
  });
  return refs.length === 0 ? {} : { First: refs[0]!, Last: refs.at(-1)! };
}

async function withBookmarks(nodes: readonly Node[]): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  const root = pdf.context.nextRef();
  pdf.context.assign(root, pdf.context.obj({ Type: 'Outlines', ...outlineOf(pdf.context, root, nodes) }));
  pdf.catalog.set(name('Outlines'), root);
  return pdf;
}

/** The titles as a viewer lists them, from the first to the last and back. */
async function titlesIn(pdf: PDFDocument): Promise<{ forwards: string[]; backwards: string[]; dictionaries: number }> {
  const read = await PDFDocument.load(await pdf.save());
  const outlines = read.catalog.lookup(name('Outlines'), PDFDict);
  const along = (first: string, next: string) => {
    const titles: string[] = [];
    for (let item = outlines.lookupMaybe(name(first), PDFDict); item; item = item.lookupMaybe(name(next), PDFDict)) {
      titles.push(item.lookup(name('Title'), PDFHexString).decodeText());
      expect(item.has(name('First'))).toBe(false);
    }
    return titles;
  };
  const dictionaries = read.context
    .enumerateIndirectObjects()
    .filter(
      ([, object]) => object instanceof PDFDict && object.has(name('Parent')) && object.has(name('Title')),
    ).length;
  return { forwards: along('First', 'Next'), backwards: along('Last', 'Prev').toReversed(), dictionaries };
}

it('keeps the title of each page once, and no heading of a card', async () => {
  const pdf = await withBookmarks([
    { title: 'Cover' },
    { title: 'Dashboard', below: [{ title: 'Members', below: [{ title: 'Joiners' }] }, { title: 'Balance' }] },
    { title: 'Minutes', below: [{ title: 'For decision' }] },
    { title: 'Minutes' },
    { title: 'Trends', below: [{ title: 'Members' }] },
    { title: 'Minutes' },
  ]);
  onlyPageBookmarks(pdf);
  const titles = ['Cover', 'Dashboard', 'Minutes', 'Trends', 'Minutes'];
  expect(await titlesIn(pdf)).toEqual({ forwards: titles, backwards: titles, dictionaries: 5 });
});

it('leaves a document without bookmarks as it is', async () => {
  const pdf = await PDFDocument.create();
  onlyPageBookmarks(pdf);
  expect(pdf.catalog.has(name('Outlines'))).toBe(false);
  const empty = await withBookmarks([]);
  onlyPageBookmarks(empty);
  expect(await titlesIn(empty)).toEqual({ forwards: [], backwards: [], dictionaries: 0 });
});
