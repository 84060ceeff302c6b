import { PDFDict, PDFName, PDFNumber, PDFHexString, type PDFRef, type PDFObject } from '@cantoo/pdf-lib';
import type { Destinations } from './destinations.js';
import { nestedTooDeep, type KeptObjects } from './kept-objects.js';
import { textOf } from './refused-contents.js';

const name = (of: string) => PDFName.of(of);
const deepest = 30;
const mostItems = 10_000;

/** Where an entry or a link leads in its own file; undefined for elsewhere. */
export function placeOf(dictionary: PDFDict): PDFObject | undefined {
  const action = dictionary.lookup(name('A'));
  if (!(action instanceof PDFDict)) return dictionary.get(name('Dest'));
  return action.lookup(name('S')) === name('GoTo') ? action.get(name('D')) : undefined;
}

/** The outline of a file with the places that it leads to; null without one. */
export function keptOutline(catalog: PDFDict, kept: KeptObjects, destinations: Destinations): PDFRef | null {
  const { context } = kept;
  const seen = new Set<PDFDict>();
  const list = (parent: PDFDict, above: PDFRef, into: PDFDict, depth: number): number => {
    if (depth > deepest) throw nestedTooDeep();
    const items: { ref: PDFRef; made: PDFDict; shown: number }[] = [];
    for (
      let item = parent.lookup(name('First'));
      item instanceof PDFDict && !seen.has(item) && seen.size < mostItems;
      item = item.lookup(name('Next'))
    ) {
      seen.add(item);
      const made = context.obj({
        Title: PDFHexString.fromText(textOf(item.lookup(name('Title'))) ?? ''),
        Parent: above,
      });
      const ref = context.register(made);
      const place = destinations.of(placeOf(item));
      if (place !== null) made.set(name('Dest'), place);
      for (const key of ['C', 'F']) {
        const value = kept.value(item.get(name(key)));
        if (value !== null) made.set(name(key), value);
      }
      const within = list(item, ref, made, depth + 1);
      const count = item.lookup(name('Count'));
      const isOpen = count instanceof PDFNumber && count.asNumber() > 0;
      if (within > 0) made.set(name('Count'), PDFNumber.of(isOpen ? within : -within));
      items.push({ ref, made, shown: 1 + (isOpen ? within : 0) });
    }
    for (const [at, { made }] of items.entries()) {
      const [before, after] = [items[at - 1], items[at + 1]];
      if (before !== undefined) made.set(name('Prev'), before.ref);
      if (after !== undefined) made.set(name('Next'), after.ref);
    }
    if (items.length > 0) {
      into.set(name('First'), items[0]!.ref);
      into.set(name('Last'), items.at(-1)!.ref);
    }
    return items.reduce((sum, { shown }) => sum + shown, 0);
  };
  const outlines = catalog.lookup(name('Outlines'));
  if (!(outlines instanceof PDFDict)) return null;
  const made = context.obj({ Type: 'Outlines' });
  const ref = context.register(made);
  const shown = list(outlines, ref, made, 0);
  if (shown === 0) return null;
  made.set(name('Count'), PDFNumber.of(shown));
  return ref;
}
