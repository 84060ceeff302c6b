import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import type { LogoType } from '@superscope/domain/provider/provider';
import { damaged } from './damaged-picture.js';
import { pictureSizeOf, pictureTypeOf } from './picture-size.js';

const mostPixelsOfASide = 4_000;
/** As much as an upload may have: what is drawn anew stands in every report. */
const mostBytes = 1024 ** 2;
/** Of 100. Letters in a logo show no blur at this one. */
const jpegQuality = 92;

/** The picture, or why it is refused. */
export type RedrawnPicture = { bytes: Buffer } | { refused: string };

/**
 * Draws a PNG or JPEG picture anew, in its own kind, upright as its camera held it. What it held besides its pixels, such as comments, places
 * or a script, is gone. One that takes more than 1 MB when drawn anew is made smaller, half as wide and high each time.
 */
export async function redrawPicture(picture: Buffer): Promise<RedrawnPicture> {
  const type = pictureTypeOf(picture);
  if (type === null) return { refused: 'The file is neither a PNG nor a JPEG picture.' };
  const size = pictureSizeOf(type, picture);
  if (size === null || size.width === 0 || size.height === 0) return { refused: damaged };
  if (Math.max(size.width, size.height) > mostPixelsOfASide)
    return { refused: 'The picture has more than 4,000 pixels on a side. Make it smaller and try again.' };
  const image = await loadImage(picture).catch(() => null);
  if (image === null) return { refused: damaged };
  for (let part = 1; ; part *= 2) {
    const canvas = createCanvas(
      Math.max(1, Math.round(image.width / part)),
      Math.max(1, Math.round(image.height / part)),
    );
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    const bytes = await encoded(canvas, type);
    if (bytes.length <= mostBytes) return { bytes };
  }
}

const encoded = (canvas: Canvas, type: LogoType): Promise<Buffer> =>
  type === 'image/png' ? canvas.encode('png') : canvas.encode('jpeg', jpegQuality);
