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
import { RuleViolation } from '@superscope/domain/rule-violation';
import { leavesOf, type Destinations } from './destinations.js';
import { DrawingCosts, operatorsOf, TooCostly, type CostProblem } from './drawing-cost.js';
import { Flattened, isHidden, numbersOf } from './flattened.js';
import { keptLink } from './kept-links.js';
import type { KeptObjects } from './kept-objects.js';
import { UnreadableStream } from './kept-stream.js';
import type { FoundPage } from './page-tree.js';
import { isNamed } from './refused-contents.js';

const name = (of: string) => PDFName.of(of);
/** Points. Viewers show nothing larger. */
const longestSide = 14_400;
const shortestSide = 3;
/** What draws a page, decoded: every report with the page decodes it again. */
const mostBytesOfPage = 32 * 1024 * 1024;
const mostAnnotations = 5_000;

const reasons: Record<CostProblem, string> = {
  cycle: 'draws something within itself',
  depth: 'has drawings that are nested too deeply',
  amount: 'takes too long to draw',
};

/** The pages of a new file. */
export class KeptPages {
  readonly ref: PDFRef;
  /** Those of the new file, by those of the source. */
  readonly bySource: ReadonlyMap<PDFRef, PDFRef>;
  /** Those of the new file in the order of the source; null for one that is left out. */
  readonly inOrder: readonly (PDFRef | null)[];
  /** The links of the new file, by those of the source. */
  readonly links = new Map<PDFRef, PDFRef>();
  /** What is not as it was. */
  readonly changes = { flattened: false, comments: false, lostComments: false, lostLinks: false };

  private readonly target: PDFContext;
  private readonly costs = new DrawingCosts();

  constructor(
    private readonly kept: KeptObjects,
    private readonly all: readonly FoundPage[],
    private readonly numbers: readonly number[],
  ) {
    this.target = kept.context;
    this.ref = this.target.nextRef();
    const inOrder: (PDFRef | null)[] = all.map(() => null);
    const bySource = new Map<PDFRef, PDFRef>();
    for (const number of numbers) {
      const made = this.target.nextRef();
      inOrder[number - 1] = made;
      const { ref } = all[number - 1]!;
      if (ref !== null && !bySource.has(ref)) bySource.set(ref, made);
    }
    this.inOrder = inOrder;
    this.bySource = bySource;
  }

  keep(destinations: Destinations): void {
    const refs = this.numbers.map((number) => this.inOrder[number - 1]!);
    for (const number of this.numbers) {
      const page = this.page(number, destinations);
      this.target.assign(this.inOrder[number - 1]!, page);
    }
    this.target.assign(this.ref, this.target.obj({ Type: 'Pages', Kids: refs, Count: refs.length }));
  }

  /** How viewers number the pages. */
  labels(catalog: PDFDict): { PageLabels?: PDFDict } {
    const tree = catalog.get(name('PageLabels'));
    if (tree === undefined || this.numbers.length < this.all.length) return {};
    const made = PDFArray.withContext(this.target);
    for (const [key, value] of leavesOf(tree, 'Nums', catalog.context)) {
      const label = catalog.context.lookup(value);
      if (!(key instanceof PDFNumber) || !(label instanceof PDFDict)) continue;
      const [style, first, prefix] = ['S', 'St', 'P'].map((each) => label.lookup(name(each)));
      made.push(key);
      made.push(
        this.target.obj({
          ...(style instanceof PDFName && { S: style }),
          ...(first instanceof PDFNumber && { St: first }),
          ...((prefix instanceof PDFString || prefix instanceof PDFHexString) && { P: this.kept.value(prefix)! }),
        }),
      );
    }
    return made.size() === 0 ? {} : { PageLabels: this.target.obj({ Nums: made }) };
  }

  private page(number: number, destinations: Destinations): PDFDict {
    const found = this.all[number - 1]!;
    const fails = (why: string) => new RuleViolation('invalid', `Page ${number} of this PDF ${why}`);
    const boxes = this.boxes(found, fails);
    try {
      const contents = this.contents(found.page);
      const resources = this.resources(found);
      const { annotations, flattened } = this.annotations(found.page, destinations);
      const drawn = flattened.isEmpty ? { contents, resources } : this.drawnInto(flattened, contents, resources);
      const operators = operatorsOf(drawn.contents, this.target, mostBytesOfPage);
      if (operators === null) throw fails('is too large.');
      this.costs.ofPage(operators, drawn.resources);
      const plain = ['Group', 'StructParents', 'Tabs'].flatMap((key) => {
        const value = this.kept.value(found.page.get(name(key)));
        return value === null ? [] : [[key, value] as const];
      });
      return this.target.obj({
        Type: 'Page',
        Parent: this.ref,
        ...boxes,
        ...Object.fromEntries(plain),
        Resources: flattened.isEmpty ? (this.kept.value(this.resourcesOf(found), 'resources') ?? {}) : drawn.resources,
        ...(drawn.contents !== null && { Contents: drawn.contents }),
        ...(annotations.length > 0 && { Annots: annotations }),
      });
    } catch (error) {
      if (error instanceof TooCostly) throw fails(`${reasons[error.problem]}. Print it to a PDF and try again.`);
      if (error instanceof UnreadableStream) throw fails('cannot be read. Save it again and try again.');
      throw error;
    }
  }

  private boxes({ page, inherited }: FoundPage, fails: (why: string) => RuleViolation): Record<string, PDFObject> {
    const { context } = page;
    const boxOf = (object: PDFObject | undefined): number[] | null => {
      const box = numbersOf(context.lookup(object), 4);
      return (
        box && [
          Math.min(box[0]!, box[2]!),
          Math.min(box[1]!, box[3]!),
          Math.max(box[0]!, box[2]!),
          Math.max(box[1]!, box[3]!),
        ]
      );
    };
    const unreadable = () => fails('cannot be read. Save it again and try again.');
    const whole = boxOf(inherited.get('MediaBox'));
    if (whole === null) throw unreadable();
    const boxes: Record<string, PDFObject> = { MediaBox: this.target.obj(whole) };
    const crop = boxOf(inherited.get('CropBox'));
    const shown = crop && [
      Math.max(whole[0]!, crop[0]!),
      Math.max(whole[1]!, crop[1]!),
      Math.min(whole[2]!, crop[2]!),
      Math.min(whole[3]!, crop[3]!),
    ];
    const isCropped = shown !== null && shown[2]! > shown[0]! && shown[3]! > shown[1]!;
    if (crop !== null && isCropped) boxes['CropBox'] = this.target.obj(crop);
    for (const key of ['BleedBox', 'TrimBox', 'ArtBox']) {
      const box = boxOf(page.get(name(key)));
      if (box !== null) boxes[key] = this.target.obj(box);
    }
    const turned = context.lookup(inherited.get('Rotate'));
    if (turned instanceof PDFNumber && turned.asNumber() % 360 !== 0 && turned.asNumber() % 90 === 0)
      boxes['Rotate'] = turned;
    const unit = page.lookup(name('UserUnit'));
    const scale = unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1;
    if (scale !== 1) boxes['UserUnit'] = unit!;
    for (const box of isCropped ? [whole, shown] : [whole]) {
      const sides = [(box[2]! - box[0]!) * scale, (box[3]! - box[1]!) * scale];
      if (sides.some((side) => !(side > 0))) throw unreadable();
      if (sides.some((side) => side > longestSide)) throw fails('is larger than 5 m. Save it smaller and try again.');
      if (sides.some((side) => side < shortestSide)) throw fails('is smaller than 1 mm. Save it larger and try again.');
    }
    return boxes;
  }

  private contents(page: PDFDict): PDFObject | null {
    const object = page.get(name('Contents'));
    const found = page.context.lookup(object);
    if (object === undefined || found === undefined || found === PDFNull) return null;
    if (!(found instanceof PDFArray)) return this.kept.contents(object);
    const streams = found.asArray().filter((each) => page.context.lookup(each) !== undefined);
    return this.target.obj(streams.map((each) => this.kept.contents(each)));
  }

  private resourcesOf({ page, inherited }: FoundPage): PDFObject {
    return inherited.get('Resources') ?? page.context.obj({});
  }

  private resources(found: FoundPage): PDFDict {
    const kept = this.target.lookup(this.kept.value(this.resourcesOf(found), 'resources') ?? undefined);
    return kept instanceof PDFDict ? kept : this.target.obj({});
  }

  private drawnInto(flattened: Flattened, contents: PDFObject | null, own: PDFDict) {
    const { resources, before, behind } = flattened.into(own);
    const streams = contents instanceof PDFArray ? contents.asArray() : contents === null ? [] : [contents];
    return { contents: this.target.obj([before, ...streams, behind]), resources };
  }

  private annotations(page: PDFDict, destinations: Destinations): { annotations: PDFRef[]; flattened: Flattened } {
    const annotations: PDFRef[] = [];
    const flattened = new Flattened(this.kept);
    const all = page.lookup(name('Annots'));
    if (!(all instanceof PDFArray)) return { annotations, flattened };
    for (const object of all.asArray().slice(0, mostAnnotations)) {
      const annotation = page.context.lookup(object);
      if (!(annotation instanceof PDFDict) || isNamed(annotation, 'Subtype', 'Popup')) continue;
      if (isNamed(annotation, 'Subtype', 'Link')) {
        const link = keptLink(annotation, this.kept, destinations);
        if (link === null) {
          this.changes.lostLinks = true;
          continue;
        }
        const ref = this.target.register(link);
        annotations.push(ref);
        if (object instanceof PDFRef) this.links.set(object, ref);
        continue;
      }
      const isField = isNamed(annotation, 'Subtype', 'Widget');
      const isSeen = flattened.add(annotation);
      if (isField) this.changes.flattened ||= !isForSignature(annotation);
      else if (isSeen) this.changes.comments = true;
      else this.changes.lostComments ||= !isHidden(annotation);
    }
    return { annotations, flattened };
  }
}

/** That a signature goes is said by itself, and of an empty place for one nothing is missed. */
function isForSignature(field: PDFDict): boolean {
  const parent = field.lookup(name('Parent'));
  return isNamed(field, 'FT', 'Sig') || (parent instanceof PDFDict && isNamed(parent, 'FT', 'Sig'));
}
