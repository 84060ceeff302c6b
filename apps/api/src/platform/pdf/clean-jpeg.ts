const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;
const isApplications = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** How the colours are to be read: JFIF, a profile, and Adobe's note. */
const ofColours = new Set([0xe0, 0xe2, 0xee]);

/** Behind the data of a scan: where the next marker stands. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1]!;
    if (next === 0xff) at += 1;
    else if (next === 0 || isRestart(next)) at += 2;
    else return at;
  }
  return bytes.length;
}

/**
 * A JPEG picture without what it says beside the picture, such as where it was taken, and without what follows its end. Null for what is no
 * such picture.
 */
export function cleanJpeg(bytes: Uint8Array): Uint8Array | null {
  const begin = bytes.indexOf(0xff);
  if (begin === -1 || bytes[begin + 1] !== startOfImage) return null;
  const parts = [bytes.subarray(begin, begin + 2)];
  let at = begin + 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    // Some programs fill up with it.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      parts.push(bytes.subarray(at, at + 2));
      return Buffer.concat(parts);
    }
    if (at + 3 >= bytes.length) break;
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    if (length < 2) return null;
    let end = Math.min(at + 2 + length, bytes.length);
    if (marker === startOfScan) end = endOfScan(bytes, end);
    const isKept = marker !== comment && (!isApplications(marker) || ofColours.has(marker));
    if (isKept) parts.push(bytes.subarray(at, end));
    at = end;
  }
  // Its end is missing, which viewers pass over.
  return Buffer.concat([...parts, Buffer.from([0xff, endOfImage])]);
}
