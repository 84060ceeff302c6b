import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { createIsomorphicCanvasFactory, getDocumentProxy } from 'unpdf';

// pdf.js takes it for granted, and Node 20 does not have it.
const { prototype } = ArrayBuffer as unknown as {
  prototype: { transferToFixedLength?: (length?: number) => ArrayBuffer };
};
prototype.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
  return this.slice(0, length);
};

const CanvasFactory = await createIsomorphicCanvasFactory(() => import('@napi-rs/canvas'));

/** A PDF whose pages can be drawn. It takes the bytes for itself. */
export const drawablePdf = (bytes: Uint8Array): ReturnType<typeof getDocumentProxy> =>
  getDocumentProxy(bytes, {
    verbosity: 0,
    CanvasFactory,
    // A larger picture is left out of the drawing, not of the file.
    maxImageSize: 64_000_000,
  });

type DrawablePage = Awaited<ReturnType<Awaited<ReturnType<typeof drawablePdf>>['getPage']>>;

/** A page of which the longer side has so many pixels. */
export async function drawnPage(page: DrawablePage, longerSide: number): Promise<Canvas> {
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: longerSide / Math.max(width, height) });
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  await page.render({ canvas: canvas as never, canvasContext: canvas.getContext('2d') as never, viewport }).promise;
  return canvas;
}

/** Gives a drawing's memory back before it is collected. */
export function erase(canvas: Canvas): void {
  canvas.width = 0;
  canvas.height = 0;
}
