import { createRequire } from 'node:module';
import type { AsfaDocument } from '@superscope/contracts/asfa';
import { readInProcess, type ReadingLimits } from '../platform/reading-process.js';

export type PdfText =
  | ({ problem: null } & Omit<AsfaDocument, 'name'>)
  /** `broken`: no PDF that can be read. `pages`: too many of them. `scan`: pictures without text. */
  | { problem: 'encrypted' | 'broken' | 'pages' | 'scan'; pages: number };

const LIMITS: ReadingLimits = { milliseconds: 20_000, megabytes: 256 };
/** More than this is no document of figures, but one made to keep its reader busy. */
const MOST_ANSWER_BYTES = 8 * 1024 * 1024;

/** The built file, because a process cannot load TypeScript on Node 20. */
const program = createRequire(import.meta.url).resolve('@superscope/api/asfa/pdf-text.child');

/** The figures in the text of a PDF; `timeout` if reading took too long, or more memory than it may have. */
export async function pdfText(bytes: Uint8Array, gone: AbortSignal, limits = LIMITS): Promise<PdfText | 'timeout'> {
  const answer = await readInProcess(program, [], bytes, limits, gone);
  // A document that broke the reader is none that can be read.
  if (answer === 'broken') return { problem: 'broken', pages: 0 };
  if (answer === 'limit' || answer.length > MOST_ANSWER_BYTES) return 'timeout';
  return JSON.parse(answer.toString()) as PdfText;
}
