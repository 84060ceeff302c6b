import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);

interface Element {
  type: string;
  dict: PDFDict;
  kids: Element[];
  up: Element | null;
}

/** Operators that put something on the page. */
const shows: ReadonlySet<string> = new Set('f F f* B B* b b* S s sh Tj TJ \' "'.split(' '));

/**
 * What of a PDF breaks a rule of PDF/UA-1, by veraPDF's numbers of the rules: those that a document of this portal can break. It reads the
 * file by itself and shares nothing with what made it.
 */
export async function pdfUaProblems(file: Buffer): Promise<string[]> {
  const pdf = await PDFDocument.load(file, { updateMetadata: false });
  return new Check(pdf, file).problems();
}

class Check {
  private readonly found = new Set<string>();

  constructor(
    private readonly pdf: PDFDocument,
    private readonly file: Buffer,
  ) {}

  problems(): string[] {
    this.catalog();
    const root = this.dict(this.pdf.catalog.get(name('StructTreeRoot')));
    if (root === null) return ['7.1-11: there is no structure tree'];
    const document: Element = { type: 'Root', dict: root, kids: [], up: null };
    document.kids = this.kidsOf(document);
    const elements = [...each(document)];
    this.lists(elements);
    this.tables(elements);
    this.headings(elements);
    for (const { type, dict } of elements)
      this.must(type !== 'Figure' || this.text(dict, 'Alt') !== '', '7.3-1: a figure has no alternative text');
    this.pages(elements);
    this.fonts();
    return [...this.found].sort();
  }

  private must(holds: boolean, problem: string): void {
    if (!holds) this.found.add(problem);
  }

  private look(object: PDFObject | undefined): PDFObject | undefined {
    return object instanceof PDFRef ? this.pdf.context.lookup(object) : object;
  }

  private dict(object: PDFObject | undefined): PDFDict | null {
    const looked = this.look(object);
    return looked instanceof PDFDict ? looked : looked instanceof PDFRawStream ? looked.dict : null;
  }

  private all(object: PDFObject | undefined): PDFObject[] {
    const looked = this.look(object);
    return looked instanceof PDFArray ? looked.asArray() : looked === undefined ? [] : [object!];
  }

  private text(of: PDFDict | null, key: string): string {
    const said = this.look(of?.get(name(key)));
    if (said instanceof PDFString || said instanceof PDFHexString) return said.decodeText();
    return said instanceof PDFName ? said.decodeText() : '';
  }

  private stream(object: PDFObject | undefined): string {
    const stream = this.look(object);
    return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
  }

  private catalog(): void {
    const { catalog } = this.pdf;
    this.must(/^%PDF-1\.[0-7]\s/.test(this.file.toString('latin1', 0, 9)), '6.1-1: the header is not that of PDF 1');
    const marks = this.dict(catalog.get(name('MarkInfo')));
    this.must(String(this.look(marks?.get(name('Marked')))) === 'true', '6.2-1: it is not marked as tagged');
    this.must(String(this.look(marks?.get(name('Suspects')))) !== 'true', '7.1-4: its tags are suspect');
    const viewing = this.dict(catalog.get(name('ViewerPreferences')));
    const shown = String(this.look(viewing?.get(name('DisplayDocTitle'))));
    this.must(shown === 'true', '7.1-10: readers do not show its title');
    this.must(/^[a-z]{2}(-[A-Z]{2})?$/.test(this.text(catalog, 'Lang')), '7.2: it names no language');
    const metadata = Buffer.from(this.stream(catalog.get(name('Metadata'))), 'latin1').toString('utf8');
    this.must(metadata !== '', '7.1-8: it has no metadata');
    this.must(/<pdfuaid:part>1</.test(metadata), '5-1: its metadata do not name PDF/UA-1');
    this.must(/<dc:title>.*<rdf:li[^>]*>[^<]+</s.test(metadata), '7.1-9: its metadata have no title');
    this.must(this.dict(catalog.get(name('Outlines'))) !== null, 'It has no bookmarks');
    for (const [, object] of this.pdf.context.enumerateIndirectObjects())
      if (object instanceof PDFDict && object.has(name('EF')))
        this.must(
          this.text(object, 'F') !== '' && this.text(object, 'UF') !== '',
          '7.11-1: an attached file has no name',
        );
  }

  private kidsOf(up: Element): Element[] {
    return this.all(up.dict.get(name('K'))).flatMap((kid) => {
      const dict = this.dict(kid);
      const type = dict?.get(name('S'));
      if (dict === null || !(type instanceof PDFName)) return [];
      const element: Element = { type: type.decodeText(), dict, kids: [], up };
      element.kids = this.kidsOf(element);
      return [element];
    });
  }

  private lists(elements: readonly Element[]): void {
    for (const { type, kids, up } of elements) {
      const within = (...types: string[]) => kids.every((kid) => types.includes(kid.type));
      if (type === 'L') this.must(within('L', 'LI', 'Caption'), '7.2-19: a list holds more than items');
      if (type === 'LI') {
        this.must(up?.type === 'L', '7.2-17: an item is outside a list');
        this.must(within('Lbl', 'LBody'), '7.2-20: an item holds more than a label and a body');
      }
      if (type === 'LBody') this.must(up?.type === 'LI', '7.2-18: a body is outside an item');
    }
  }

  private tables(elements: readonly Element[]): void {
    for (const { type, dict, kids, up } of elements) {
      if (type === 'TR') {
        const isInTable = ['Table', 'THead', 'TBody', 'TFoot'].includes(up?.type ?? '');
        this.must(isInTable, '7.2-4: a row is outside a table');
        this.must(
          kids.every((kid) => kid.type === 'TH' || kid.type === 'TD'),
          '7.2-10: a row holds more than cells',
        );
      }
      if (type === 'TH' || type === 'TD') this.must(up?.type === 'TR', '7.2-8: a cell is outside a row');
      if (type === 'TH')
        this.must(this.attribute(dict, 'Scope') !== undefined || dict.has(name('ID')), '7.5-1: a heading has no scope');
      if (type === 'Table') {
        const rows = [...each({ type, dict, kids, up })].filter((element) => element.type === 'TR');
        const spans = rows.map((row) => row.kids.map((cell) => this.span(cell.dict, 'ColSpan')));
        const isPlain = rows.every((row) => row.kids.every((cell) => this.span(cell.dict, 'RowSpan') === 1));
        const widths = new Set(spans.map((row) => row.reduce((sum, span) => sum + span, 0)));
        this.must(!isPlain || widths.size <= 1, '7.2-43: rows of a table have different numbers of columns');
      }
    }
  }

  private attribute(dict: PDFDict, key: string): PDFObject | undefined {
    for (const one of this.all(dict.get(name('A')))) {
      const value = this.look(this.dict(one)?.get(name(key)));
      if (value !== undefined) return value;
    }
    return undefined;
  }

  private span(dict: PDFDict, key: string): number {
    const value = this.attribute(dict, key);
    return value instanceof PDFNumber ? value.asNumber() : 1;
  }

  private headings(elements: readonly Element[]): void {
    let before = 0;
    for (const { type } of elements) {
      const level = Number(/^H([1-6])$/.exec(type)?.[1] ?? 0);
      if (level === 0) continue;
      this.must(level <= before + 1, `7.4.2-1: a heading H${level} follows H${before}`);
      before = level;
    }
  }

  private pages(elements: readonly Element[]): void {
    const linked = new Set(
      elements
        .filter(({ type }) => type === 'Link')
        .flatMap(({ dict }) => this.all(dict.get(name('K'))).map((kid) => String(this.dict(kid)?.get(name('Obj'))))),
    );
    for (const { node } of this.pdf.getPages()) {
      const text = this.all(node.get(name('Contents')))
        .map((part) => this.stream(part))
        .join('\n');
      this.content(text, node);
      const links = this.all(node.get(name('Annots')));
      this.must(links.length === 0 || this.text(node, 'Tabs') === 'S', '7.18.3-1: a page has no order of tabs');
      for (const link of links) {
        this.must(this.text(this.dict(link), 'Contents') !== '', '7.18.5-2: a link has no description');
        this.must(linked.has(String(link)), '7.18.5-1: a link is not tagged');
      }
    }
  }

  private content(text: string, of: PDFDict): void {
    const marks: string[] = [];
    const forms = this.dict(this.dict(of.get(name('Resources')))?.get(name('XObject')));
    for (const line of text.split('\n')) {
      const operator = line.slice(line.lastIndexOf(' ') + 1);
      if (operator.endsWith('BDC') || operator.endsWith('BMC')) {
        const isArtifact = line.startsWith('/Artifact');
        const isTagged = line.includes('/MCID');
        this.must(!isArtifact || !marks.includes('tagged'), '7.1-1: an artifact is inside tagged content');
        this.must(!isTagged || !marks.includes('artifact'), '7.1-2: tagged content is inside an artifact');
        marks.push(isArtifact ? 'artifact' : isTagged ? 'tagged' : 'other');
      } else if (operator === 'EMC') marks.pop();
      else if (shows.has(operator))
        this.must(
          marks.some((mark) => mark !== 'other'),
          `7.1-3: content is neither tagged nor an artifact (${operator})`,
        );
      else if (operator === 'Do') {
        const form = this.look(forms?.get(name(line.slice(1, line.indexOf(' ')))));
        const isForm = form instanceof PDFRawStream && this.text(form.dict, 'Subtype') === 'Form';
        const inside = isForm ? this.stream(form) : '';
        if (marks.includes('artifact'))
          this.must(!inside.includes('/MCID'), '7.1-2: tagged content is inside an artifact');
        else if (marks.length === 0 && isForm) this.content(inside, form.dict);
        else this.must(marks.length > 0, '7.1-3: a picture is neither tagged nor an artifact');
      }
    }
  }

  private fonts(): void {
    for (const [, object] of this.pdf.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict) || this.text(object, 'Type') !== 'Font') continue;
      const kind = this.text(object, 'Subtype');
      if (kind === 'Type0' || kind === 'Type3')
        this.must(object.has(name('ToUnicode')), '7.21.7-1: a font does not say which letters its signs are');
      if (kind === 'Type0' || kind === 'Type3') continue;
      const described = this.dict(object.get(name('FontDescriptor')));
      const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => described?.has(name(key)));
      this.must(isEmbedded, '7.21.4.1-1: a font is not embedded');
    }
  }
}

function* each(element: Element): Generator<Element> {
  for (const kid of element.kids) {
    yield kid;
    yield* each(kid);
  }
}
