import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);
const typeKey = name('S');
const kids = name('K');
const parent = name('P');
const ids = name('ID');
const attributes = name('A');

/** An element of the structure tree, with its object's reference. */
interface Element {
  ref: PDFRef;
  dict: PDFDict;
}

/** The structure tree of a tagged PDF. */
export class Structure {
  private readonly root: PDFDict;

  /** Throws an Error for a PDF without a structure tree. */
  constructor(private readonly pdf: PDFDocument) {
    const root = pdf.context.lookup(pdf.catalog.get(name('StructTreeRoot')));
    if (!(root instanceof PDFDict)) throw new Error('The PDF is not tagged.');
    this.root = root;
  }

  /** The elements in reading order. */
  *elements(from: PDFDict = this.root): Generator<Element> {
    for (const kid of this.kidsOf(from)) {
      yield kid;
      yield* this.elements(kid.dict);
    }
  }

  kidsOf(of: PDFDict): Element[] {
    return this.rawKidsOf(of).flatMap((kid) => {
      if (!(kid instanceof PDFRef)) return [];
      const dict = this.pdf.context.lookup(kid);
      return dict instanceof PDFDict && dict.has(typeKey) ? [{ ref: kid, dict }] : [];
    });
  }

  typeOf({ dict }: Element): string {
    return (dict.get(typeKey) as PDFName).decodeText();
  }

  /** What an item of a list says is its body: an item may hold nothing but a label and a body. */
  wrapListItems(): void {
    for (const item of [...this.elements()].filter((each) => this.typeOf(each) === 'LI')) {
      const raw = this.rawKidsOf(item.dict);
      const own = new Map(this.kidsOf(item.dict).map((kid) => [kid.ref.toString(), this.typeOf(kid)]));
      const isPart = (kid: PDFObject) => ['Lbl', 'LBody'].includes(own.get(kid.toString()) ?? '');
      const content = raw.filter((kid) => !isPart(kid));
      if (content.length === 0) continue;
      const body = this.pdf.context.obj({ Type: 'StructElem', S: 'LBody', P: item.ref });
      const ref = this.pdf.context.register(body);
      const page = item.dict.get(name('Pg'));
      if (page !== undefined) body.set(name('Pg'), page);
      body.set(kids, this.pdf.context.obj(content));
      for (const kid of content) {
        const dict = kid instanceof PDFRef ? this.pdf.context.lookup(kid) : undefined;
        if (dict instanceof PDFDict && dict.has(parent)) dict.set(parent, ref);
      }
      item.dict.set(kids, this.pdf.context.obj([...raw.filter(isPart), ref]));
    }
  }

  /** Gives the last cell of a row that is shorter than the others the columns that are left. Tables whose cells span rows stay as they are. */
  evenRows(): void {
    for (const table of [...this.elements()].filter((each) => this.typeOf(each) === 'Table')) {
      const rows = [...this.elements(table.dict)].filter((each) => this.typeOf(each) === 'TR');
      const cells = rows.map(({ dict }) => this.kidsOf(dict));
      if (cells.flat().some((cell) => this.spanOf(cell, 'RowSpan') > 1)) continue;
      const widths = cells.map((row) => row.reduce((sum, cell) => sum + this.spanOf(cell, 'ColSpan'), 0));
      const most = Math.max(0, ...widths);
      cells.forEach((row, at) => {
        const last = row.at(-1);
        const left = most - widths[at]!;
        if (last !== undefined && left > 0) this.setSpan(last, this.spanOf(last, 'ColSpan') + left);
      });
    }
  }

  /** Chromium's ids follow from the order in which its elements were made, which is another one each time. */
  renumberIds(): void {
    const renamed = new Map<string, PDFString>();
    const elements = [...this.elements()];
    for (const { dict } of elements) {
      const id = dict.get(ids);
      if (id === undefined) continue;
      const next = PDFString.of(`e${String(renamed.size + 1).padStart(6, '0')}`);
      renamed.set(textOf(id), next);
      dict.set(ids, next);
    }
    for (const { dict } of elements)
      for (const attribute of this.attributesOf(dict)) {
        const headers = attribute.get(name('Headers'));
        if (!(headers instanceof PDFArray)) continue;
        headers.asArray().forEach((id, at) => {
          const next = renamed.get(textOf(id));
          if (next !== undefined) headers.set(at, next);
        });
      }
    const tree = elements.flatMap(({ ref, dict }): PDFObject[] => {
      const id = dict.get(ids);
      return id === undefined ? [] : [id, ref];
    });
    this.dropIdTree(this.root.get(name('IDTree')));
    this.root.delete(name('IDTree'));
    if (tree.length === 0) return;
    const [first, last] = [tree[0]!, tree.at(-2)!];
    const leaf = this.pdf.context.register(this.pdf.context.obj({ Limits: [first, last], Names: tree }));
    this.root.set(name('IDTree'), this.pdf.context.register(this.pdf.context.obj({ Kids: [leaf] })));
  }

  private dropIdTree(node: PDFObject | undefined): void {
    const dict = this.pdf.context.lookup(node);
    if (!(dict instanceof PDFDict)) return;
    const below = this.pdf.context.lookup(dict.get(name('Kids')));
    if (below instanceof PDFArray) for (const each of below.asArray()) this.dropIdTree(each);
    if (node instanceof PDFRef) this.pdf.context.delete(node);
  }

  private rawKidsOf(of: PDFDict): PDFObject[] {
    const all = of.get(kids);
    const looked = this.pdf.context.lookup(all);
    if (looked instanceof PDFArray) return looked.asArray();
    return all === undefined ? [] : [all];
  }

  private attributesOf(dict: PDFDict): PDFDict[] {
    const all = this.pdf.context.lookup(dict.get(attributes));
    const each = all instanceof PDFArray ? all.asArray() : all === undefined ? [] : [all];
    return each.flatMap((one) => {
      const looked = this.pdf.context.lookup(one);
      return looked instanceof PDFDict ? [looked] : [];
    });
  }

  private spanOf({ dict }: Element, which: 'ColSpan' | 'RowSpan'): number {
    for (const attribute of this.attributesOf(dict)) {
      const span = this.pdf.context.lookup(attribute.get(name(which)));
      if (span instanceof PDFNumber) return span.asNumber();
    }
    return 1;
  }

  private setSpan({ dict }: Element, columns: number): void {
    const known = this.attributesOf(dict).find((each) => each.has(name('ColSpan')));
    if (known !== undefined) return void known.set(name('ColSpan'), PDFNumber.of(columns));
    const all = this.attributesOf(dict);
    const added = this.pdf.context.obj({ O: 'Table', ColSpan: columns });
    dict.set(attributes, this.pdf.context.obj([...all, added]));
  }
}

const textOf = (id: PDFObject): string => id.toString();
