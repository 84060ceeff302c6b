import type { PageRegion } from '@superscope/contracts/report-check';

/** Pixels as four bytes each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Side of the squares, in pixels, in which differing pixels are counted. */
const side = 8;
/**
 * Differences of a colour channel, and how many pixels of a square have to differ by so much. Both drawings come from one renderer, so equal
 * pages are equal to the pixel. A page that another program wrote again may be moved by a fraction of one, which shades edges a little.
 */
const clear = { by: 64, pixels: 2 };
const faint = { by: 12, pixels: 40 };
/** Squares that lie apart by no more than this belong to one region: a word is one, not a region for each letter. */
const nearby = 3;
const mostRegions = 12;

/** In squares, both ends included. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const differenceOf = (a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number =>
  Math.max(Math.abs(a[at]! - b[at]!), Math.abs(a[at + 1]! - b[at + 1]!), Math.abs(a[at + 2]! - b[at + 2]!));

function differingSquares(
  { width, height, data: a }: Pixels,
  { data: b }: Pixels,
): { of: Uint8Array; columns: number } {
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const [clearly, faintly] = [new Uint8Array(columns * rows), new Uint8Array(columns * rows)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const difference = differenceOf(a, b, 4 * (y * width + x));
      if (difference <= faint.by) continue;
      const square = Math.floor(y / side) * columns + Math.floor(x / side);
      faintly[square]! += 1;
      if (difference > clear.by) clearly[square]! += 1;
    }
  const of = clearly.map((count, at) => (count >= clear.pixels || faintly[at]! >= faint.pixels ? 1 : 0));
  return { of, columns };
}

/** The boxes of squares that lie near one another. Takes the squares out of `of`. */
function boxesOf({ of, columns }: { of: Uint8Array; columns: number }): Box[] {
  const rows = of.length / columns;
  const boxes: Box[] = [];
  for (let from = of.indexOf(1); from !== -1; from = of.indexOf(1, from)) {
    const box = { left: columns, top: rows, right: 0, bottom: 0 };
    const open = [from];
    of[from] = 0;
    for (let square = open.pop(); square !== undefined; square = open.pop()) {
      const [x, y] = [square % columns, Math.floor(square / columns)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      for (let nearY = Math.max(0, y - nearby); nearY <= Math.min(rows - 1, y + nearby); nearY += 1)
        for (let nearX = Math.max(0, x - nearby); nearX <= Math.min(columns - 1, x + nearby); nearX += 1) {
          const near = nearY * columns + nearX;
          if (of[near] !== 1) continue;
          of[near] = 0;
          open.push(near);
        }
    }
    boxes.push(box);
  }
  return boxes;
}

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
const meet = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

/** Boxes that overlap become one. */
function apart(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let at = merged.findIndex((each) => meet(each, grown)); at !== -1;) {
      grown = around(grown, merged[at]!);
      merged.splice(at, 1);
      at = merged.findIndex((each) => meet(each, grown));
    }
    merged.push(grown);
  }
  return merged;
}

/**
 * Where two drawings of a page differ, in parts of the page, from the top. Drawings of different sizes differ as a whole; more regions than
 * twelve become one.
 */
export function differingRegions(made: Pixels, given: Pixels): PageRegion[] {
  const { width, height } = made;
  if (width !== given.width || height !== given.height) return [{ left: 0, top: 0, width: 1, height: 1 }];
  const boxes = apart(boxesOf(differingSquares(made, given)));
  const few = boxes.length > mostRegions ? [boxes.reduce(around)] : boxes;
  const part = (pixels: number, of: number): number => Math.round((Math.min(pixels, of) / of) * 10_000) / 10_000;
  return few
    .toSorted((a, b) => a.top - b.top || a.left - b.left)
    .map(({ left, top, right, bottom }) => ({
      left: part(left * side, width),
      top: part(top * side, height),
      width: part(Math.min((right + 1) * side, width) - left * side, width),
      height: part(Math.min((bottom + 1) * side, height) - top * side, height),
    }));
}
