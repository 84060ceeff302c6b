// Draws each page of a PDF once, small, in a process of its own, which the api ends when it takes too long or too much memory. The file comes
// through the standard input. The standard output gets a line with the number of each page before it is drawn, and at last one of JSON with the
// text of each page.
import { buffer } from 'node:stream/consumers';
import { createIsomorphicCanvasFactory, getDocumentProxy } from 'unpdf';

/** As long as the text that a report has for a page. */
const mostLetters = 4_000;
/** Pixels, of the longer side. What takes long takes so at any size. */
const longerSide = 200;

// pdf.js takes it for granted, and Node 20 does not have it.
const { prototype } = ArrayBuffer as unknown as {
  prototype: { transferToFixedLength?: (length?: number) => ArrayBuffer };
};
prototype.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
  return this.slice(0, length);
};

const CanvasFactory = await createIsomorphicCanvasFactory(() => import('@napi-rs/canvas'));

const told = (line: string) => new Promise<void>((resolve) => process.stdout.write(`${line}\n`, () => resolve()));

const document = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)), {
  verbosity: 0,
  CanvasFactory,
  // A larger picture is left out of the drawing, not of the file.
  maxImageSize: 64_000_000,
});
const texts: string[] = [];
const canvases = new CanvasFactory();
for (let number = 1; number <= document.numPages; number += 1) {
  await told(String(number));
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longerSide / Math.max(width, height) });
  const { canvas, context } = canvases.create(
    Math.max(1, Math.ceil(viewport.width)),
    Math.max(1, Math.ceil(viewport.height)),
  );
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  canvases.destroy({ canvas, context });
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  texts.push(text.replaceAll(/\s+/g, ' ').trim().slice(0, mostLetters));
  page.cleanup();
}
await told(JSON.stringify(texts));
process.exit(0);
