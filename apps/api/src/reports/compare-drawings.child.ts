// Draws the pages of two PDFs beside each other in a process of its own, which the api ends when it takes too long or too much memory. Both come
// through the standard input, the made report first. The standard output gets a line of JSON for what came of each pair of pages.
import { buffer } from 'node:stream/consumers';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { drawablePdf, drawnPage, erase } from '../platform/pdf/drawable-pdf.js';
import type { DrawingsAsked, DrawnPair } from './compared-drawings.js';
import { differingRegions, type Pixels } from './differing-regions.js';

/** Pixels, of the longer side: a figure of 8 points is ten pixels high. */
const longerSide = 1_000;
const ofPicture = 720;
const quality = 70;

const { madeLength, pairs, pictures, withMade } = JSON.parse(process.argv[2]!) as DrawingsAsked;

const told = (line: DrawnPair) =>
  new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(line)}\n`, () => resolve()));

const pixelsOf = (canvas: Canvas): Pixels => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);

function pictureOf(canvas: Canvas): string {
  const scale = ofPicture / Math.max(canvas.width, canvas.height);
  const small = createCanvas(
    Math.max(1, Math.round(canvas.width * scale)),
    Math.max(1, Math.round(canvas.height * scale)),
  );
  small.getContext('2d').drawImage(canvas, 0, 0, small.width, small.height);
  const picture = `data:image/webp;base64,${small.toBuffer('image/webp', quality).toString('base64')}`;
  erase(small);
  return picture;
}

const both = await buffer(process.stdin);
const made = await drawablePdf(Uint8Array.from(both.subarray(0, madeLength)));
const given = await drawablePdf(Uint8Array.from(both.subarray(madeLength)));
let left = pictures;
for (const pair of pairs) {
  const [madePage, givenPage] = await Promise.all([made.getPage(pair.made + 1), given.getPage(pair.given + 1)]);
  const [one, other] = [await drawnPage(madePage, longerSide), await drawnPage(givenPage, longerSide)];
  const regions = differingRegions(pixelsOf(one), pixelsOf(other));
  const isShown = regions.length > 0 && left > 0;
  if (isShown) left -= 1;
  await told({
    pair,
    regions,
    picture: isShown ? pictureOf(other) : null,
    madePicture: isShown && withMade ? pictureOf(one) : null,
  });
  for (const canvas of [one, other]) erase(canvas);
  for (const page of [madePage, givenPage]) page.cleanup();
}
process.exit(0);
