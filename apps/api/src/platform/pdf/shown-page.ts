import { PDFArray, PDFNumber, PDFStream, type PageBoundingBox, type PDFPage } from '@cantoo/pdf-lib';

/** What of a page a reader sees. */
export interface ShownPage {
  /** In the page's own coordinates. */
  box: PageBoundingBox;
  /** Brings the box upright to (0, 0). */
  matrix: [number, number, number, number, number, number];
  /** Upright, in points. */
  width: number;
  height: number;
}

function boxOf(corners: PDFArray): PageBoundingBox {
  const [x0, y0, x1, y1] = [0, 1, 2, 3].map((at) => corners.lookup(at, PDFNumber).asNumber()) as [
    number,
    number,
    number,
    number,
  ];
  return { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) };
}

const isEmpty = ({ left, bottom, right, top }: PageBoundingBox): boolean => !(right > left && top > bottom);

/** What was not cropped; all of it where the crop is none. */
function shownBox({ node }: PDFPage): PageBoundingBox {
  const whole = boxOf(node.MediaBox());
  const cropping = node.CropBox();
  if (cropping === undefined) return whole;
  const crop = boxOf(cropping);
  const shown = {
    left: Math.max(whole.left, crop.left),
    bottom: Math.max(whole.bottom, crop.bottom),
    right: Math.min(whole.right, crop.right),
    top: Math.min(whole.top, crop.top),
  };
  return isEmpty(shown) ? whole : shown;
}

/** A page by what is seen of it: without what is cropped, turned as it says. Throws for a page whose box cannot be read or is empty. */
export function shownPage(page: PDFPage): ShownPage {
  const box = shownBox(page);
  if (isEmpty(box)) throw new Error('The page has no size.');
  const { left, bottom, right, top } = box;
  const [width, height] = [right - left, top - bottom];
  const degrees = page.node.Rotate()?.asNumber() ?? 0;
  switch (((degrees % 360) + 360) % 360) {
    case 90:
      return { box, matrix: [0, -1, 1, 0, -bottom, right], width: height, height: width };
    case 180:
      return { box, matrix: [-1, 0, 0, -1, right, top], width, height };
    case 270:
      return { box, matrix: [0, 1, -1, 0, top, -left], width: height, height: width };
    default:
      return { box, matrix: [1, 0, 0, 1, -left, -bottom], width, height };
  }
}

/** The streams that draw a page; none for a blank page. Throws for contents that are something else. */
export function contentsOf({ node }: PDFPage): PDFStream[] {
  const contents = node.Contents();
  if (contents instanceof PDFStream) return [contents];
  return contents instanceof PDFArray
    ? Array.from({ length: contents.size() }, (_, at) => contents.lookup(at, PDFStream))
    : [];
}
