import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRef,
  PDFString,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { leavesOf } from './destinations.js';
import { nestedTooDeep, type KeptObjects } from './kept-objects.js';

const name = (of: string) => PDFName.of(of);
const deepest = 300;
const texts = ['ID', 'T', 'Lang', 'Alt', 'E', 'ActualText', 'Phoneme'];

/** Whether a role stands for itself in the end, in which readers would look for ever. */
function leadsBack(map: PDFDict, role: PDFName): boolean {
  const seen = new Set<PDFName>();
  for (let next: PDFObject | undefined = role; next instanceof PDFName; next = map.lookup(next)) {
    if (seen.has(next)) return true;
    seen.add(next);
  }
  return false;
}

/** The structure of a tagged PDF, of what is kept of its pages and links. */
export class KeptStructure {
  private readonly elements = new Map<PDFDict, PDFRef | null>();
  private readonly source: PDFContext;
  private readonly target: PDFContext;

  constructor(
    private readonly kept: KeptObjects,
    /** The pages and links of the new file, by those of the source. */
    private readonly pages: ReadonlyMap<PDFRef, PDFRef>,
    private readonly links: ReadonlyMap<PDFRef, PDFRef>,
  ) {
    this.source = kept.source;
    this.target = kept.context;
  }

  /** Null for a file without tags. */
  of(catalog: PDFDict): PDFRef | null {
    const root = catalog.lookup(name('StructTreeRoot'));
    if (!(root instanceof PDFDict)) return null;
    const made = this.target.obj({ Type: 'StructTreeRoot' });
    const ref = this.target.register(made);
    const kids = this.kids(root, ref, null, 0);
    if (kids === null) return null;
    made.set(name('K'), kids);
    const numbers = PDFArray.withContext(this.target);
    const leaves = leavesOf(root.get(name('ParentTree')), 'Nums', this.source)
      .flatMap(([key, value]) => (key instanceof PDFNumber ? [{ key, value: this.parents(value) }] : []))
      .sort((a, b) => a.key.asNumber() - b.key.asNumber());
    for (const { key, value } of leaves) {
      if (value === null) continue;
      numbers.push(key);
      numbers.push(value);
    }
    made.set(name('ParentTree'), this.target.register(this.target.obj({ Nums: numbers })));
    this.set(made, 'ParentTreeNextKey', root.lookup(name('ParentTreeNextKey')));
    this.set(made, 'IDTree', this.ids(root));
    this.set(made, 'RoleMap', this.roles(root.lookup(name('RoleMap'))));
    const classes = root.lookup(name('ClassMap'));
    this.set(made, 'ClassMap', classes instanceof PDFDict ? this.kept.value(classes, 'classes') : null);
    const spaces = root.lookup(name('Namespaces'));
    if (spaces instanceof PDFArray)
      this.set(made, 'Namespaces', this.target.obj(spaces.asArray().flatMap((each) => this.namespace(each) ?? [])));
    return ref;
  }

  private set(made: PDFDict, key: string, value: PDFObject | null | undefined): void {
    if (value !== null && value !== undefined) made.set(name(key), value);
  }

  /** What an element, or the root, consists of; null for nothing that is kept. */
  private kids(of: PDFDict, parent: PDFRef, page: PDFRef | null, depth: number): PDFObject | null {
    const object = of.get(name('K'));
    const found = this.source.lookup(object);
    if (!(found instanceof PDFArray)) return object === undefined ? null : this.kid(object, parent, page, depth);
    const made = PDFArray.withContext(this.target);
    for (const each of found.asArray()) {
      const kid = this.kid(each, parent, page, depth);
      if (kid !== null) made.push(kid);
    }
    return made.size() === 0 ? null : made;
  }

  private kid(object: PDFObject, parent: PDFRef, page: PDFRef | null, depth: number): PDFObject | null {
    if (depth > deepest) throw nestedTooDeep();
    const found = this.source.lookup(object);
    if (found instanceof PDFNumber) return page && found;
    if (!(found instanceof PDFDict)) return null;
    switch (found.lookup(name('Type'))) {
      case name('MCR'):
        return this.marked(found, page);
      case name('OBJR'): {
        const link = found.get(name('Obj'));
        const kept = link instanceof PDFRef ? this.links.get(link) : undefined;
        return kept === undefined ? null : this.target.obj({ Type: 'OBJR', Obj: kept, ...this.onPage(found) });
      }
      default:
        return this.element(found, parent, depth);
    }
  }

  private onPage(of: PDFDict): { Pg?: PDFRef } {
    const page = of.get(name('Pg'));
    const kept = page instanceof PDFRef ? this.pages.get(page) : undefined;
    return kept === undefined ? {} : { Pg: kept };
  }

  /** A sequence of marked content, on a page or in something that the page draws. */
  private marked(of: PDFDict, page: PDFRef | null): PDFDict | null {
    const number = of.lookup(name('MCID'));
    const own = this.onPage(of);
    if (!(number instanceof PDFNumber) || (own.Pg === undefined && (of.has(name('Pg')) || page === null))) return null;
    const made = this.target.obj({ Type: 'MCR', ...own, MCID: number });
    if (!of.has(name('Stm'))) return made;
    const stream = this.kept.takenAs(of.get(name('Stm')));
    if (stream === null) return null;
    made.set(name('Stm'), stream);
    return made;
  }

  private element(of: PDFDict, parent: PDFRef, depth: number): PDFRef | null {
    // An element has one place. One that stands in itself ends there too.
    if (this.elements.has(of)) return null;
    const role = of.lookup(name('S'));
    if (!(role instanceof PDFName)) return null;
    const { Pg } = this.onPage(of);
    const made = this.target.obj({ Type: 'StructElem', S: role, P: parent });
    if (Pg !== undefined) made.set(name('Pg'), Pg);
    const ref = this.target.register(made);
    this.elements.set(of, ref);
    const kids = this.kids(of, ref, Pg ?? null, depth + 1);
    if (kids === null && of.has(name('K'))) {
      this.elements.set(of, null);
      return null;
    }
    this.set(made, 'K', kids);
    for (const key of texts) {
      const text = of.lookup(name(key));
      if (text instanceof PDFString || text instanceof PDFHexString) this.set(made, key, this.kept.value(text));
    }
    for (const key of ['A', 'C']) this.set(made, key, this.kept.value(of.get(name(key)), 'attributes'));
    this.set(made, 'R', this.numberOf(of.lookup(name('R'))));
    const space = of.get(name('NS'));
    if (space !== undefined) this.set(made, 'NS', this.namespace(space));
    return ref;
  }

  private numberOf(object: PDFObject | undefined): PDFNumber | null {
    return object instanceof PDFNumber ? object : null;
  }

  /** The elements to which the marks of a page belong, or the one of a link. */
  private parents(value: PDFObject): PDFObject | null {
    const found = this.source.lookup(value);
    if (found instanceof PDFDict) return this.elements.get(found) ?? null;
    if (!(found instanceof PDFArray)) return null;
    const made = PDFArray.withContext(this.target);
    for (const each of found.asArray()) {
      const element = this.source.lookup(each);
      made.push((element instanceof PDFDict ? this.elements.get(element) : null) ?? PDFNull);
    }
    return made.asArray().some((each) => each !== PDFNull) ? this.target.register(made) : null;
  }

  private ids(root: PDFDict): PDFRef | null {
    const leaves = leavesOf(root.get(name('IDTree')), 'Names', this.source).flatMap(([key, value]) => {
      const element = this.source.lookup(value);
      const kept = element instanceof PDFDict ? this.elements.get(element) : null;
      const isText = key instanceof PDFString || key instanceof PDFHexString;
      return kept && isText ? [{ key: Buffer.from(key.asBytes()), kept }] : [];
    });
    if (leaves.length === 0) return null;
    const names = PDFArray.withContext(this.target);
    for (const { key, kept } of leaves.sort((a, b) => Buffer.compare(a.key, b.key))) {
      names.push(PDFHexString.fromBytes(key));
      names.push(kept);
    }
    return this.target.register(this.target.obj({ Names: names }));
  }

  /** Names of roles, and what each stands for: a name, or one with its namespace. */
  private roles(map: PDFObject | undefined): PDFDict | null {
    if (!(map instanceof PDFDict)) return null;
    const made = PDFDict.withContext(this.target);
    for (const [key, value] of map.entries()) {
      const found = this.source.lookup(value);
      if (found instanceof PDFName) {
        if (!leadsBack(map, key)) made.set(key, found);
      } else if (found instanceof PDFArray) {
        const [role, space] = [found.lookup(0), found.size() > 1 ? this.namespace(found.get(1)) : null];
        if (role instanceof PDFName && space !== null) made.set(key, this.target.obj([role, space]));
      }
    }
    return made;
  }

  private readonly namespaces = new Map<PDFDict, PDFRef>();

  private namespace(object: PDFObject): PDFRef | null {
    const found = this.source.lookup(object);
    if (!(found instanceof PDFDict)) return null;
    const known = this.namespaces.get(found);
    if (known !== undefined) return known;
    const called = found.lookup(name('NS'));
    if (!(called instanceof PDFString || called instanceof PDFHexString)) return null;
    const made = this.target.obj({ Type: 'Namespace', NS: this.kept.value(called)! });
    const ref = this.target.register(made);
    this.namespaces.set(found, ref);
    this.set(made, 'RoleMapNS', this.roles(found.lookup(name('RoleMapNS'))));
    return ref;
  }
}
