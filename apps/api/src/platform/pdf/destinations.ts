import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRef,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { textOf } from './refused-contents.js';

const name = (of: string) => PDFName.of(of);
const views = new Set(['XYZ', 'Fit', 'FitH', 'FitV', 'FitR', 'FitB', 'FitBH', 'FitBV']);

/** The leaves of a tree by names or numbers: key and value in turns. Lists that stand in themselves end there. */
export function leavesOf(
  root: PDFObject | undefined,
  leaves: 'Names' | 'Nums',
  context: PDFContext,
): [PDFObject, PDFObject][] {
  const found: [PDFObject, PDFObject][] = [];
  const seen = new Set<PDFObject>();
  const waiting = [root];
  while (waiting.length > 0) {
    const node = context.lookup(waiting.shift());
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const own = node.lookup(name(leaves));
    if (own instanceof PDFArray)
      for (let at = 0; at + 1 < own.size(); at += 2) {
        const key = own.lookup(at);
        if (key !== undefined) found.push([key, own.get(at + 1)]);
      }
    const kids = node.lookup(name('Kids'));
    if (kids instanceof PDFArray) waiting.unshift(...kids.asArray());
  }
  return found;
}

/** Finds the pages that links and the outline lead to, whatever they call them. */
export class Destinations {
  private named: Map<string, PDFObject> | null = null;

  constructor(
    private readonly catalog: PDFDict,
    /** The pages of the new file, by those of the source. */
    private readonly pages: ReadonlyMap<PDFRef, PDFRef>,
    private readonly inOrder: readonly (PDFRef | null)[],
    private readonly target: PDFContext,
  ) {}

  /** By a page and what is seen of it; null for a place that the new file does not have. */
  of(object: PDFObject | undefined, hops = 0): PDFArray | null {
    const { context } = this.catalog;
    const found = context.lookup(object);
    if (hops > 3) return null;
    const called = found instanceof PDFName ? found.decodeText() : textOf(found);
    if (called !== null) return this.of(this.names().get(called), hops + 1);
    if (found instanceof PDFDict) return this.of(found.get(name('D')), hops + 1);
    if (!(found instanceof PDFArray) || found.size() === 0) return null;
    const page = this.pageOf(found.get(0));
    if (page === null) return null;
    const view = found.size() > 1 ? found.lookup(1) : undefined;
    const known = view instanceof PDFName && views.has(view.decodeText());
    const made = PDFArray.withContext(this.target);
    made.push(page);
    made.push(known ? view : name('Fit'));
    if (known)
      for (let at = 2; at < Math.min(found.size(), 6); at += 1) {
        const number = found.lookup(at);
        made.push(number instanceof PDFNumber ? number : PDFNull);
      }
    return made;
  }

  private pageOf(object: PDFObject): PDFRef | null {
    if (object instanceof PDFRef) return this.pages.get(object) ?? null;
    return object instanceof PDFNumber ? (this.inOrder[object.asNumber()] ?? null) : null;
  }

  private names(): Map<string, PDFObject> {
    if (this.named !== null) return this.named;
    const { context } = this.catalog;
    const named = new Map<string, PDFObject>();
    const old = this.catalog.lookup(name('Dests'));
    if (old instanceof PDFDict) for (const [key, value] of old.entries()) named.set(key.decodeText(), value);
    const trees = this.catalog.lookup(name('Names'));
    const tree = trees instanceof PDFDict ? trees.get(name('Dests')) : undefined;
    for (const [key, value] of leavesOf(tree, 'Names', context)) {
      const text = textOf(key);
      if (text !== null) named.set(text, value);
    }
    this.named = named;
    return named;
  }
}
