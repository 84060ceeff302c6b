import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { pictureSizeOf, pictureTypeOf } from './picture-size.js';
import { redrawPicture } from './redraw-picture.js';

/** Red on the left, blue on the right. */
function twoColours(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = 'blue';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas;
}

async function drawn(picture: Buffer): Promise<Buffer> {
  const answer = await redrawPicture(picture);
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.bytes;
}

async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data];
}

/** A PNG's chunk; its checksum is not looked at. */
function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
}

const script = '<script>alert(1)</script>';

describe('The kind of a picture', () => {
  it('is told by its first bytes', () => {
    expect(pictureTypeOf(Buffer.from('89504e470d0a1a0a0000000d', 'hex'))).toBe('image/png');
    expect(pictureTypeOf(Buffer.from('ffd8ffe000104a46', 'hex'))).toBe('image/jpeg');
  });

  it('is none for other files, also where they only begin like a picture', () => {
    for (const other of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
      Buffer.from('89504e47', 'hex'),
    ])
      expect(pictureTypeOf(other)).toBeNull();
  });
});

describe('A picture drawn anew', () => {
  it('keeps its kind, its size and its colours', async () => {
    const png = await drawn(await twoColours(40, 20).encode('png'));
    expect(pictureTypeOf(png)).toBe('image/png');
    expect(pictureSizeOf('image/png', png)).toEqual({ width: 40, height: 20 });
    expect(await colourAt(png, 2, 2)).toEqual([255, 0, 0, 255]);
    const jpeg = await drawn(await twoColours(40, 20).encode('jpeg', 95));
    expect(pictureTypeOf(jpeg)).toBe('image/jpeg');
    expect(pictureSizeOf('image/jpeg', jpeg)).toEqual({ width: 40, height: 20 });
    const [red, , blue] = await colourAt(jpeg, 37, 10);
    expect([red! < 20, blue! > 235]).toEqual([true, true]);
  });

  it('stays transparent where it was', async () => {
    const canvas = createCanvas(8, 8);
    canvas.getContext('2d').fillRect(0, 0, 4, 8);
    expect(await colourAt(await drawn(await canvas.encode('png')), 6, 4)).toEqual([0, 0, 0, 0]);
  });

  it('holds nothing besides its pixels: no comment, and nothing behind its end', async () => {
    const png = await twoColours(40, 20).encode('png');
    const [head, rest] = [png.subarray(0, 33), png.subarray(33)];
    const told = chunk('tEXt', Buffer.from(`Comment\0${script}`));
    const zip = Buffer.from(`PK\x03\x04${script}`);
    const jpeg = await twoColours(40, 20).encode('jpeg', 95);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
    for (const picture of [
      Buffer.concat([head, told, rest]),
      Buffer.concat([png, zip]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([jpeg, zip]),
    ]) {
      expect(picture.includes(script)).toBe(true);
      const redrawn = await drawn(picture);
      expect([redrawn.includes(script), redrawn.includes('PK\x03\x04')]).toEqual([false, false]);
    }
  });

  it('stands upright as its camera held it', async () => {
    const jpeg = await twoColours(40, 20).encode('jpeg', 95);
    // Exif in the order of Intel: one entry, orientation 6, a quarter turn clockwise.
    const exif = Buffer.from(
      'ffe10022457869660000 49492a0008000000 0100 1201030001000000 06000000 00000000'.replaceAll(' ', ''),
      'hex',
    );
    const upright = await drawn(Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]));
    expect(pictureSizeOf('image/jpeg', upright)).toEqual({ width: 20, height: 40 });
    const [red, , blue] = await colourAt(upright, 10, 2);
    expect([red! > 235, blue! < 20]).toEqual([true, true]);
  });

  it('is made smaller where its pixels take more than 1 MB', async () => {
    const noise = createCanvas(900, 900);
    const context = noise.getContext('2d');
    const pixels = context.createImageData(900, 900);
    let state = 1;
    for (let at = 0; at < pixels.data.length; at++) {
      state = (state * 48_271) % 2_147_483_647;
      pixels.data[at] = at % 4 === 3 ? 255 : state & 0xff;
    }
    context.putImageData(pixels, 0, 0);
    const png = await drawn(await noise.encode('png'));
    expect(png.length).toBeLessThanOrEqual(1024 ** 2);
    expect(pictureSizeOf('image/png', png)).toEqual({ width: 450, height: 450 });
  });

  it('has at most 4,000 pixels on a side, told without decoding it', async () => {
    const header = (width: number, height: number) => {
      const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
      data.writeUInt32BE(width, 0);
      data.writeUInt32BE(height, 4);
      return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', data)]);
    };
    const refused = { refused: 'The picture has more than 4,000 pixels on a side. Make it smaller and try again.' };
    expect(await redrawPicture(header(4_001, 1))).toEqual(refused);
    expect(await redrawPicture(header(1, 4_294_967_295))).toEqual(refused);
    const wide = Buffer.from(await twoColours(40, 20).encode('jpeg', 95));
    // The frame header says so after the length of 2 bytes and the precision.
    const frame = wide.indexOf(Buffer.from([0xff, 0xc0]));
    wide.writeUInt16BE(4_001, frame + 7);
    expect(await redrawPicture(wide)).toEqual(refused);
  });

  it('is refused where it does not say its size', async () => {
    const damaged = { refused: 'The picture is damaged. Save it again and try again.' };
    expect(await redrawPicture(Buffer.from('89504e470d0a1a0a010203', 'hex'))).toEqual(damaged);
    expect(await redrawPicture(Buffer.from('ffd8ffe00405', 'hex'))).toEqual(damaged);
    // Scans before any frame, and a segment that points behind the end.
    expect(await redrawPicture(Buffer.from('ffd8ffda000c03010002110311003f00', 'hex'))).toEqual(damaged);
    expect(await redrawPicture(Buffer.from('ffd8ffe0ffff00000000000000000000', 'hex'))).toEqual(damaged);
  });
});
