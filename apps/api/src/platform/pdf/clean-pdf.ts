import { createRequire } from 'node:module';
import { Refusal } from '../http/problem.filter.js';
import { readInProcess, type ReadableFile, type ReadingLimits } from '../reading-process.js';
import type { Rewritten } from './clean-pdf.child.js';

/** A PDF that may be kept and served: written anew from what may be in one. */
export interface CleanPdf {
  bytes: Buffer;
  /** The text of each page, of which a report uses no more than this. */
  texts: string[];
  fontsEmbedded: boolean;
  /** What the person who uploads it should know of what was left out. */
  notices: string[];
}

const limits: ReadingLimits = { milliseconds: 20_000, megabytes: 384 };
const lineEnd = 0x0a;

/** The built file, because a process cannot load TypeScript on Node 20. */
const program = createRequire(import.meta.url).resolve('@superscope/api/platform/pdf/clean-pdf.child');

/**
 * The one way in for PDFs: reads a file in a process of its own, which cannot take this one's memory or time, and gives the file that may be
 * kept in its place. `pageNumbers` names the pages to keep, such as '1, 3-6'; '' keeps all. Throws Refusal 400 with why a file is not taken,
 * and once nobody waits for it any more.
 */
export async function cleanPdf(
  fileName: string,
  file: ReadableFile,
  gone: AbortSignal,
  pageNumbers = '',
): Promise<CleanPdf> {
  const refused = (why: string) => new Refusal(400, { message: `‘${fileName}’ was refused. ${why}` });
  const answer = await readInProcess(program, [JSON.stringify(pageNumbers)], file, limits, gone);
  if (typeof answer === 'string') throw refused('It could not be read. Save it again and try again.');
  const end = answer.indexOf(lineEnd);
  const read = JSON.parse(answer.toString('utf8', 0, end)) as Rewritten;
  if ('refused' in read) throw refused(read.refused);
  return { ...read, bytes: answer.subarray(end + 1) };
}
