import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  type PDFObject,
} from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);
const textOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

const token =
  /\/Span ?<<\/ActualText <FEFF(?<actual>[0-9A-F]*)> ?>> BDC|\b(?<begin>BDC|BMC)\b|\b(?<end>EMC)\b|\/(?<font>\S+) \S+ Tf|<(?<glyphs>[0-9A-F]+)> Tj|\/(?<form>\S+) Do|\b(?<place>Tm)\b/gi;
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

interface Font {
  /** Hexadecimal digits of a glyph's code. */
  digits: 2 | 4;
  said: ReadonlyMap<string, string>;
}

/**
 * The text of each page as a reader copies it that knows `ActualText`, which says what glyphs stand for that are not one character each. unpdf
 * does not read it. Characters that are written from right to left are put back into the order in which they are read.
 */
export async function typedText(file: Buffer): Promise<string[]> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false });
  const dict = (of: PDFObject | undefined): PDFDict | undefined => {
    const found = pdf.context.lookup(of);
    return found instanceof PDFDict ? found : found instanceof PDFRawStream ? found.dict : undefined;
  };
  const fonts = new Map<PDFObject, Font>();
  const fontOf = (ref: PDFObject): Font => {
    const known = fonts.get(ref);
    if (known !== undefined) return known;
    const font = dict(ref)!;
    const map = pdf.context.lookup(font.get(name('ToUnicode')));
    const digits = font.get(name('Subtype')) === name('Type0') ? 4 : 2;
    const made: Font = { digits, said: map instanceof PDFRawStream ? charactersOf(textOf(map), digits) : new Map() };
    fonts.set(ref, made);
    return made;
  };
  const clustersOf = (content: string, resources: PDFDict | undefined): string[] => {
    const clusters: string[] = [];
    let font: Font | undefined;
    /** Of each mark that is open, whether it says what its glyphs stand for. */
    const marks: boolean[] = [];
    for (const { groups = {} } of content.matchAll(token)) {
      const { actual, begin, end, font: used, glyphs, form } = groups;
      if (actual !== undefined) {
        marks.push(true);
        clusters.push(utf16(actual));
      } else if (begin !== undefined) marks.push(false);
      else if (end !== undefined) marks.pop();
      else if (used !== undefined) font = fontOf(dict(resources?.get(name('Font')))!.get(name(used))!);
      else if (glyphs !== undefined && !marks.includes(true))
        for (let at = 0; at < glyphs.length; at += font!.digits)
          clusters.push(font!.said.get(glyphs.slice(at, at + font!.digits).toUpperCase()) ?? '\uFFFD');
      else if (form !== undefined) {
        const drawn = pdf.context.lookup(dict(resources?.get(name('XObject')))?.get(name(form)));
        if (drawn instanceof PDFRawStream && drawn.dict.get(name('Subtype')) === name('Form'))
          clusters.push(...clustersOf(textOf(drawn), dict(drawn.dict.get(name('Resources')))));
      }
    }
    return clusters;
  };
  return pdf.getPages().map(({ node }) => {
    const contents = node.Contents();
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents!];
    const content = parts.map((part) => textOf(pdf.context.lookup(part) as PDFRawStream)).join('\n');
    return inReadingOrder(clustersOf(content, node.Resources()));
  });
}

/** Reverses each run of clusters from right to left, with the spaces between them. */
function inReadingOrder(clusters: readonly string[]): string {
  const read: string[] = [];
  for (let at = 0; at < clusters.length; at += 1) {
    let end = at;
    for (
      let next = at;
      next < clusters.length && (rightToLeft.test(clusters[next]!) || clusters[next] === ' ');
      next += 1
    )
      if (rightToLeft.test(clusters[next]!)) end = next + 1;
    if (rightToLeft.test(clusters[at]!)) {
      read.push(...clusters.slice(at, end).toReversed());
      at = end - 1;
    } else read.push(clusters[at]!);
  }
  return read.join('');
}

/** What each code of a font stands for, by its hexadecimal digits, as its map says. */
function charactersOf(map: string, digits: number): Map<string, string> {
  const said = new Map<string, string>();
  const code = (at: number) => at.toString(16).toUpperCase().padStart(digits, '0');
  for (const [, lines] of map.matchAll(/beginbfchar\s(.*?)endbfchar/gs))
    for (const [, from, to] of lines!.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi))
      said.set(code(parseInt(from!, 16)), utf16(to!));
  for (const [, lines] of map.matchAll(/beginbfrange\s(.*?)endbfrange/gs))
    for (const [, from, until, to] of lines!.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi)) {
      const first = parseInt(from!, 16);
      for (let at = first; at <= parseInt(until!, 16); at += 1)
        said.set(code(at), String.fromCodePoint(utf16(to!).codePointAt(0)! + at - first));
    }
  return said;
}
