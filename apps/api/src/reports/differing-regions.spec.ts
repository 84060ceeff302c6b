import { describe, expect, it } from 'vitest';
import { differingRegions, type Pixels } from './differing-regions.js';

const width = 400;
const height = 800;
type Rectangle = readonly [left: number, top: number, width: number, height: number, shade: number];

/** A white page with rectangles in shades of grey. */
function page(...rectangles: readonly Rectangle[]): Pixels {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (const [left, top, wide, high, shade] of rectangles)
    for (let y = top; y < top + high; y += 1)
      for (let x = left; x < left + wide; x += 1) data.fill(shade, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return { width, height, data };
}
const text = [40, 80, 120, 10, 0] as const;

describe('where two drawings of a page differ', () => {
  it('is nowhere in equal ones', () => {
    expect(differingRegions(page(text), page(text))).toEqual([]);
  });

  it('is a box around what was laid over, in parts of the page', () => {
    expect(differingRegions(page(text), page(text, [200, 400, 80, 80, 0]))).toEqual([
      { left: 0.5, top: 0.5, width: 0.2, height: 0.1 },
    ]);
    expect(differingRegions(page(text), page())).toMatchObject([{ top: 0.1 }]);
  });

  it('is one box for what lies together, and one for each that lies apart', () => {
    const word = [0, 12, 24, 36].map((left) => [left + 200, 400, 6, 10, 0] as const);
    expect(differingRegions(page(), page(...word))).toHaveLength(1);
    expect(differingRegions(page(), page(text, [300, 700, 8, 8, 0]))).toHaveLength(2);
  });

  it('is one box for everything where too much differs to tell apart', () => {
    const dots = Array.from({ length: 13 }, (_, at) => [200, at * 60, 8, 8, 0] as const);
    expect(differingRegions(page(), page(...dots))).toEqual([{ left: 0.5, top: 0, width: 0.02, height: 0.91 }]);
  });

  it('is the whole page where its size differs', () => {
    expect(differingRegions(page(), { ...page(), width: height, height: width })).toEqual([
      { left: 0, top: 0, width: 1, height: 1 },
    ]);
  });

  it('is not at edges that are shaded a little otherwise, and is where a pale area lies over the page', () => {
    const edge = [40, 79, 120, 1, 200] as const;
    expect(differingRegions(page(text), page(edge, text))).toEqual([]);
    expect(differingRegions(page(), page([200, 400, 80, 80, 235]))).toHaveLength(1);
  });

  it('reaches no further than the page, whose last squares may be cut off', () => {
    const cut = (of: Pixels): Pixels => ({ ...of, height: 796, data: of.data.subarray(0, 4 * width * 796) });
    expect(differingRegions(cut(page()), cut(page([396, 790, 4, 6, 0])))).toEqual([
      { left: 0.98, top: 0.9849, width: 0.02, height: 0.0151 },
    ]);
  });
});
