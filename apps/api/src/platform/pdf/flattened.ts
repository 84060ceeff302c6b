import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream, type PDFObject, type PDFRef } from '@cantoo/pdf-lib';
import type { KeptObjects } from './kept-objects.js';

const name = (of: string) => PDFName.of(of);
/** Hidden, and not to be seen on a screen. */
const unseen = 2 | 32;

type Matrix = [number, number, number, number, number, number];

export function numbersOf(object: PDFObject | undefined, count: number): number[] | null {
  if (!(object instanceof PDFArray) || object.size() < count) return null;
  const all = Array.from({ length: count }, (_, at) => object.lookup(at));
  return all.every((each) => each instanceof PDFNumber) ? all.map((each) => each.asNumber()) : null;
}

export function isHidden(annotation: PDFDict): boolean {
  const flags = annotation.lookup(name('F'));
  return flags instanceof PDFNumber && (flags.asNumber() & unseen) !== 0;
}

/** What is shown of an annotation now; null for nothing. */
function appearanceOf(annotation: PDFDict): PDFObject | null {
  if (isHidden(annotation)) return null;
  const all = annotation.lookup(name('AP'));
  if (!(all instanceof PDFDict)) return null;
  const normal = all.lookup(name('N'));
  if (normal instanceof PDFStream) return all.get(name('N'))!;
  const state = annotation.lookup(name('AS'));
  return normal instanceof PDFDict && state instanceof PDFName && normal.lookup(state) instanceof PDFStream
    ? normal.get(state)!
    : null;
}

/** As a viewer puts it there: its box, turned by its matrix, fills the annotation's rectangle. Null for one without a size. */
function placed(form: PDFDict, rect: readonly number[]): Matrix | null {
  const box = numbersOf(form.lookup(name('BBox')), 4);
  const [a, b, c, d, e, f] = (numbersOf(form.lookup(name('Matrix')), 6) ?? [1, 0, 0, 1, 0, 0]) as Matrix;
  if (box === null) return null;
  const corners = [0, 2].flatMap((x) => [1, 3].map((y) => [box[x]!, box[y]!] as const));
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  const [x, y] = [Math.min(rect[0]!, rect[2]!), Math.min(rect[1]!, rect[3]!)];
  const [wide, high] = [Math.abs(rect[2]! - rect[0]!), Math.abs(rect[3]! - rect[1]!)];
  if (!(width > 0 && height > 0 && wide > 0 && high > 0)) return null;
  const [scaleX, scaleY] = [wide / width, high / height];
  return [scaleX, 0, 0, scaleY, x - left * scaleX, y - bottom * scaleY];
}

/** Draws what annotations show, as a part of their page that no longer belongs to them. */
export class Flattened {
  private readonly forms: { ref: PDFRef; matrix: Matrix }[] = [];

  constructor(private readonly kept: KeptObjects) {}

  get isEmpty(): boolean {
    return this.forms.length === 0;
  }

  /** Whether something of it is seen. */
  add(annotation: PDFDict): boolean {
    const appearance = appearanceOf(annotation);
    const rect = numbersOf(annotation.lookup(name('Rect')), 4);
    const source = appearance && annotation.context.lookup(appearance);
    const matrix = source instanceof PDFStream && rect !== null ? placed(source.dict, rect) : null;
    if (matrix === null) return false;
    const ref = this.kept.value(appearance!);
    const form = this.kept.context.lookup(ref ?? undefined);
    if (!(form instanceof PDFStream)) return false;
    form.dict.set(name('Type'), name('XObject'));
    form.dict.set(name('Subtype'), name('Form'));
    this.forms.push({ ref: ref as PDFRef, matrix });
    return true;
  }

  /** The resources of a page, and the streams before and behind its own, by which the page shows them too. */
  into(resources: PDFDict): { resources: PDFDict; before: PDFRef; behind: PDFRef } {
    const { context } = this.kept;
    const own = PDFDict.withContext(context);
    for (const [key, value] of resources.entries()) own.set(key, value);
    const drawn = PDFDict.withContext(context);
    const was = resources.lookup(name('XObject'));
    if (was instanceof PDFDict) for (const [key, value] of was.entries()) drawn.set(key, value);
    const operators = this.forms.map(({ ref, matrix }, at) => {
      let called = `Flattened${at + 1}`;
      while (drawn.has(name(called))) called += 'x';
      drawn.set(name(called), ref);
      return `q ${matrix.map((each) => decimal(each)).join(' ')} cm /${called} Do Q`;
    });
    own.set(name('XObject'), drawn);
    const behind = `Q\n/Artifact BMC\n${operators.join('\n')}\nEMC\n`;
    return {
      resources: own,
      before: context.register(context.flateStream('q\n')),
      behind: context.register(context.flateStream(behind)),
    };
  }
}

const decimal = (number: number): string => Number(number.toFixed(5)).toString();
