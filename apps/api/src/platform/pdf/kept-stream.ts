import { constants, inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { cleanJpeg } from './clean-jpeg.js';

/** What a stream unfolds to at most: a picture of 60 million pixels in colour. */
const mostUnfolded = 192 * 1024 * 1024;
const bytesAtOnce = 64 * 1024;

/** Encodings of pictures, which stay as they are. */
const pictureFilters = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);
/** Short names are for pictures within the contents, but some programs write them here. */
const longNames: Record<string, string> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};

export interface KeptStream {
  bytes: Uint8Array;
  /** One at most. */
  filter: string | null;
  /** How the filter is to be read, as the source has it. */
  parameters: PDFDict | null;
}

/** A stream that cannot be kept, because nothing tells what it holds. */
export class UnreadableStream extends Error {}

const tooLarge = () => new RuleViolation('invalid', 'It is too large. Save it with fewer pages and try again.');

const listOf = (context: PDFContext, found: PDFObject | undefined): (PDFObject | undefined)[] =>
  found instanceof PDFArray ? found.asArray().map((each) => context.lookup(each)) : [found];

function filtersOf({ dict }: PDFRawStream): { filter: string; parameters: PDFDict | null }[] {
  const { context } = dict;
  const filters = listOf(context, dict.lookup(PDFName.of('Filter')));
  const parameters = listOf(context, dict.lookup(PDFName.of('DecodeParms')) ?? dict.lookup(PDFName.of('DP')));
  return filters.flatMap((filter, at) => {
    if (filter === undefined) return [];
    if (!(filter instanceof PDFName)) throw new UnreadableStream();
    const named = filter.decodeText();
    const found = parameters[at];
    return [{ filter: longNames[named] ?? named, parameters: found instanceof PDFDict ? found : null }];
  });
}

const predicts = (parameters: PDFDict | null): boolean => {
  const predictor = parameters?.lookup(PDFName.of('Predictor'));
  return predictor instanceof PDFNumber && predictor.asNumber() > 1;
};

/** Throws UnreadableStream for what cannot be decoded, and RuleViolation for what unfolds to too much. */
function unfolded(bytes: Uint8Array, filter: string, parameters: PDFDict | null): Uint8Array {
  const context = PDFContext.create();
  const dict = context.obj({ Filter: filter });
  if (parameters !== null) dict.set(PDFName.of('DecodeParms'), parameters);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const decoded = decodePDFRawStream(PDFRawStream.of(dict, bytes));
    for (let part = decoded.getBytes(bytesAtOnce); part.length > 0; part = decoded.getBytes(bytesAtOnce)) {
      length += part.length;
      if (length > mostUnfolded) break;
      parts.push(Uint8Array.from(part));
    }
  } catch {
    throw new UnreadableStream();
  }
  if (length > mostUnfolded) throw tooLarge();
  return Buffer.concat(parts);
}

interface Inflated {
  bytes: Uint8Array;
  /** How much of what was given it comes from. */
  taken: number;
}

/** Null for what is not whole, unless its end may be missing. Throws RuleViolation for what unfolds to too much. */
function inflated(bytes: Uint8Array, finishFlush: number = constants.Z_FINISH): Inflated | null {
  try {
    const options = { info: true, maxOutputLength: mostUnfolded, finishFlush } as const;
    const found = inflateSync(bytes, options) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return { bytes: found.buffer, taken: found.engine.bytesWritten };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    return null;
  }
}

/**
 * A stream with one filter at most, in bytes that hold nothing else: what follows compressed data is cut off, and what is wrapped as text is
 * unwrapped. A stream that was kept once is kept as it is. Throws UnreadableStream for one with another filter, and RuleViolation for one
 * that unfolds to too much.
 */
export function keptStream(stream: PDFRawStream): KeptStream {
  const filters = filtersOf(stream);
  let bytes = stream.getContents();
  while (filters.length > 0) {
    const { filter, parameters } = filters[0]!;
    const isLast = filters.length === 1;
    if (pictureFilters.has(filter)) {
      const picture = filter === 'DCTDecode' ? cleanJpeg(bytes) : bytes;
      if (!isLast || picture === null) throw new UnreadableStream();
      return { bytes: picture, filter, parameters };
    }
    if (filter === 'FlateDecode') {
      const whole = inflated(bytes);
      if (isLast && whole !== null) return { bytes: bytes.subarray(0, whole.taken), filter, parameters };
      if (isLast || !predicts(parameters)) {
        const found =
          whole?.bytes ?? inflated(bytes, constants.Z_SYNC_FLUSH)?.bytes ?? unfolded(bytes, filter, parameters);
        if (isLast) return { ...deflated(found), parameters };
        bytes = found;
      } else throw new UnreadableStream();
    } else if (filter === 'LZWDecode' && predicts(parameters)) {
      if (!isLast) throw new UnreadableStream();
      // Proves that it ends.
      unfolded(bytes, filter, parameters);
      return { bytes, filter, parameters };
    } else if (['LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'].includes(filter)) {
      bytes = unfolded(bytes, filter, parameters);
    } else throw new UnreadableStream();
    filters.shift();
  }
  return { ...deflated(bytes), parameters: null };
}

/** By a program and not by the system's library, which gives other bytes on another processor. */
const deflated = (bytes: Uint8Array): { bytes: Uint8Array; filter: string } => ({
  bytes: PDFContext.create().flateStream(bytes).getContents(),
  filter: 'FlateDecode',
});

/** What a stream holds that was kept and is no picture. */
export function contentsOfKept(stream: PDFRawStream): Uint8Array {
  const [first] = filtersOf(stream);
  if (first === undefined) return stream.getContents();
  const { filter, parameters } = first;
  return (
    (filter === 'FlateDecode' ? inflated(stream.getContents())?.bytes : undefined) ??
    unfolded(stream.getContents(), filter, parameters)
  );
}
