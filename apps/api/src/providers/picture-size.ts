import type { LogoType } from '@superscope/domain/provider/provider';

export interface PictureSize {
  /** In pixels. */
  width: number;
  height: number;
}

/** The first bytes of each kind of picture. */
const magics: readonly [LogoType, Buffer][] = [
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** The kind of a picture by its first bytes, whatever its name says; null for any other file. */
export const pictureTypeOf = (bytes: Buffer): LogoType | null =>
  magics.find(([, magic]) => bytes.subarray(0, magic.length).equals(magic))?.[0] ?? null;

/**
 * What a picture says of its size, read without decoding it: a small file can be a picture that fills the memory. Null if it does not say so
 * where its format wants it.
 */
export const pictureSizeOf = (type: LogoType, bytes: Buffer): PictureSize | null =>
  type === 'image/png' ? pngSizeOf(bytes) : jpegSizeOf(bytes);

/** A PNG begins with its header chunk, IHDR (PNG, third edition, 11.2.1). */
function pngSizeOf(bytes: Buffer): PictureSize | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const startOfScan = 0xda;

/** A JPEG is a row of segments, of which a frame header, SOF0 to SOF15, comes before the first scan (ITU-T T.81, B.2.2). */
function jpegSizeOf(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    // Bytes 0xff may fill the room before a marker.
    if (marker === 0xff) at += 1;
    else if (isFrameHeader(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    else if (marker === startOfScan) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
