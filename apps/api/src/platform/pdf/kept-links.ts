import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString, type PDFObject } from '@cantoo/pdf-lib';
import type { Destinations } from './destinations.js';
import { placeOf } from './kept-outline.js';
import type { KeptObjects } from './kept-objects.js';
import { schemeOf } from './refused-contents.js';

const name = (of: string) => PDFName.of(of);
const schemes = ['http', 'https', 'mailto'];
const mostLettersOfAddress = 2_000;
const plain = ['Rect', 'QuadPoints', 'Border', 'BS', 'C', 'H', 'F', 'Contents', 'StructParent', 'Lang'];

/** An address of the web or for a mail, in visible letters; null for any other. */
function addressOf(link: PDFDict): string | null {
  const action = link.lookup(name('A'));
  if (!(action instanceof PDFDict) || action.lookup(name('S')) !== name('URI')) return null;
  const uri = action.lookup(name('URI'));
  if (!(uri instanceof PDFString || uri instanceof PDFHexString)) return null;
  const address = Buffer.from(uri.asBytes()).toString('utf8').trim();
  const isPlain = address.length <= mostLettersOfAddress && !/[\p{C}\s\ufffd]/u.test(address);
  return isPlain && schemes.includes(schemeOf(address)) ? address : null;
}

/** A link to a page of the file, or to an address of the web or for a mail; null for any other. */
export function keptLink(link: PDFDict, kept: KeptObjects, destinations: Destinations): PDFDict | null {
  const { context } = kept;
  const address = addressOf(link);
  const place = address === null ? destinations.of(placeOf(link)) : null;
  if (address === null && place === null) return null;
  const made = context.obj({ Type: 'Annot', Subtype: 'Link' });
  for (const key of plain) {
    const value = kept.value(link.get(name(key)));
    if (value !== null) made.set(name(key), value);
  }
  const rect = made.get(name('Rect'));
  if (!(rect instanceof PDFArray) || rect.size() !== 4) return null;
  const uri = (): PDFObject => PDFHexString.fromBytes(Buffer.from(address!, 'utf8'));
  if (place === null) made.set(name('A'), context.obj({ Type: 'Action', S: 'URI', URI: uri() }));
  else made.set(name('Dest'), place);
  return made;
}
