import { PDFDict, PDFName, PDFRawStream, type PDFContext } from '@cantoo/pdf-lib';
import { contentsOfKept, keptStream } from './kept-stream.js';
import { textOf } from './refused-contents.js';

const mostLettersOfTitle = 500;

function packetOf(catalog: PDFDict): string {
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  if (!(metadata instanceof PDFRawStream)) return '';
  try {
    const { bytes, filter } = keptStream(metadata);
    const stream = PDFRawStream.of(catalog.context.obj(filter === null ? {} : { Filter: filter }), bytes);
    return Buffer.from(contentsOfKept(stream)).toString('utf8');
  } catch {
    return '';
  }
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The title of a file; '' if it has none. */
export function keptTitle(context: PDFContext, catalog: PDFDict): string {
  const info = context.lookup(context.trailerInfo.Info);
  const own = info instanceof PDFDict ? textOf(info.lookup(PDFName.of('Title'))) : null;
  const [, told] = /<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]{0,100}>([^<]{0,2000})<\/rdf:li>/.exec(packetOf(catalog)) ?? [];
  const title = own?.trim() || unescaped(told ?? '');
  // Control characters and halves of characters are in no XML.
  return title
    .slice(0, mostLettersOfTitle)
    .replaceAll(/[\p{Cc}\p{Cs}\ufffd\ufffe\uffff]/gu, '')
    .trim();
}

/** The part of PDF/UA that a file claims to follow; null for none. */
export function claimsAccess(catalog: PDFDict): string | null {
  const [, part] = /pdfuaid:part(?:>|\s*=\s*["'])\s*([12])/.exec(packetOf(catalog)) ?? [];
  return part ?? null;
}

/** What a file says of itself, as XMP. */
export function metadataOf(context: PDFContext, title: string, part: string | null): PDFRawStream {
  const about = [
    title === ''
      ? ''
      : `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    part === null ? '' : `<pdfuaid:part>${part}</pdfuaid:part>`,
  ].join('');
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">${about}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return context.stream(Buffer.from(packet, 'utf8'), { Type: 'Metadata', Subtype: 'XML' });
}
