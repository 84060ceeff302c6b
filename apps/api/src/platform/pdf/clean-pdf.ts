import { createRequire } from 'node:module';
import { Refusal } from '../http/problem.filter.js';
import { readInProcess, type ReadableFile, type ReadingLimits } from '../reading-process.js';
import type { Rewritten } from './rewrite-pdf.child.js';

/** A PDF that may be kept and served: written anew from what may be in one. */
export interface CleanPdf {
  bytes: Buffer;
  /** The text of each page, of which a report uses no more than this. */
  texts: string[];
  fontsEmbedded: boolean;
  /** What the person who uploads it should know of what was left out. */
  notices: string[];
}

const writing: ReadingLimits = { milliseconds: 20_000, megabytes: 384 };
/** An honest page takes a fiftieth of a second, and a scanned one a fifth. */
const drawing: ReadingLimits = { milliseconds: 60_000, millisecondsOfStep: 10_000, megabytes: 384 };
const lineEnd = 0x0a;

/** The built files, because a process cannot load TypeScript on Node 20. */
const built = (name: string) => createRequire(import.meta.url).resolve(`@superscope/api/platform/pdf/${name}.child`);
const [writer, drawer] = [built('rewrite-pdf'), built('draw-pdf')];

/**
 * The one way in for PDFs: writes a file anew and draws each page of what was written, in processes of their own, which cannot take this
 * one's memory or time. Gives the file that may be kept in the place of the first. `pageNumbers` names the pages to keep, such as '1, 3-6';
 * '' keeps all. Throws Refusal 400 with why a file is not taken, and once nobody waits for it any more.
 */
export async function cleanPdf(
  fileName: string,
  file: ReadableFile,
  gone: AbortSignal,
  pageNumbers = '',
): Promise<CleanPdf> {
  const refused = (why: string) => new Refusal(400, { message: `‘${fileName}’ was refused. ${why}` });
  const answer = await readInProcess(writer, [JSON.stringify(pageNumbers)], file, writing, gone);
  if (typeof answer === 'string') throw refused('It could not be read. Save it again and try again.');
  const end = answer.indexOf(lineEnd);
  const read = JSON.parse(answer.toString('utf8', 0, end)) as Rewritten;
  if ('refused' in read) throw refused(read.refused);
  const bytes = answer.subarray(end + 1);
  const texts = await textsOfDrawn(bytes, gone, refused);
  return { bytes, texts, fontsEmbedded: read.fontsEmbedded, notices: read.notices };
}

/** The texts of a file's pages, each of which was drawn to the end. */
async function textsOfDrawn(bytes: Buffer, gone: AbortSignal, refused: (why: string) => Refusal): Promise<string[]> {
  let begun = 0;
  const answer = await readInProcess(drawer, [], bytes, drawing, gone, (part) => {
    begun += part.filter((byte) => byte === lineEnd).length;
  });
  if (typeof answer === 'string') {
    if (begun === 0) throw refused('It could not be read. Save it again and try again.');
    const why = answer === 'limit' ? 'takes too long to draw' : 'cannot be drawn';
    throw refused(`Page ${begun} of this PDF ${why}. Print it to a PDF and try again.`);
  }
  return JSON.parse(answer.toString('utf8').trimEnd().split('\n').at(-1)!) as string[];
}
