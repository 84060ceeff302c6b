import { PDFArray, PDFDict, PDFName, PDFRef, type PDFObject } from '@cantoo/pdf-lib';
import { damaged } from './kept-objects.js';

export interface FoundPage {
  /** Null for a page that stands in its list itself. */
  ref: PDFRef | null;
  page: PDFDict;
  /** What it has of the lists in which it stands. */
  inherited: ReadonlyMap<string, PDFObject>;
}

const name = (of: string) => PDFName.of(of);
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** Lists that name one list again and again make many pages of few bytes. */
const mostPages = 20_000;
const deepest = 100;

/** The pages of a file in their order. Throws RuleViolation for lists that stand in themselves. */
export function pagesOf(catalog: PDFDict): FoundPage[] {
  const { context } = catalog;
  const found: FoundPage[] = [];
  const walk = (object: PDFObject, above: ReadonlyMap<string, PDFObject>, path: readonly PDFDict[]): void => {
    const node = context.lookup(object);
    if (!(node instanceof PDFDict)) return;
    if (path.includes(node) || path.length > deepest || found.length > mostPages) throw damaged();
    const inherited = new Map(above);
    for (const key of inheritable) {
      const own = node.get(name(key));
      if (own !== undefined && context.lookup(own) !== undefined) inherited.set(key, own);
    }
    const kids = node.lookup(name('Kids'));
    if (kids instanceof PDFArray && node.lookup(name('Type')) !== name('Page'))
      for (const kid of kids.asArray()) walk(kid, inherited, [...path, node]);
    else if (kids === undefined || node.lookup(name('Type')) === name('Page'))
      found.push({ ref: object instanceof PDFRef ? object : null, page: node, inherited });
  };
  const pages = catalog.get(name('Pages'));
  if (pages !== undefined) walk(pages, new Map(), []);
  return found;
}
