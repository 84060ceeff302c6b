import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { DocumentPage } from './page-lines.js';

export type PdfText =
  | { problem: null; pages: DocumentPage[] }
  /** `broken`: no PDF that can be read. `pages`: too many of them. `scan`: pictures without text. */
  | { problem: 'encrypted' | 'broken' | 'pages' | 'scan'; pages: number };

export interface ReadingLimits {
  milliseconds: number;
  megabytes: number;
}

const LIMITS: ReadingLimits = { milliseconds: 20_000, megabytes: 256 };
const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** Specs run the sources, but a child process needs the built file. */
const childFile = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../dist/asfa/pdf-text.child.js', import.meta.url)
    : new URL('./pdf-text.child.js', import.meta.url),
);

/** One document at a time, so that several uploads together take no more memory than one. */
const inTurn = pLimit(1);

/** The texts of a PDF by their places; `timeout` if reading took too long, or more memory than it may have. */
export const pdfText = (bytes: Uint8Array, limits = LIMITS): Promise<PdfText | 'timeout'> =>
  inTurn(() => readInChild(bytes, limits));

function readInChild(bytes: Uint8Array, { milliseconds, megabytes }: ReadingLimits): Promise<PdfText | 'timeout'> {
  return new Promise((resolve, reject) => {
    // Without the api's environment, in which its secrets are.
    const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, childFile], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    const parts: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (part: Buffer) => {
      length += part.length;
      if (length > MOST_ANSWER_BYTES) child.kill('SIGKILL');
      else parts.push(part);
    });
    // A child that ended before it had read everything shows in its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(JSON.parse(Buffer.concat(parts).toString()) as PdfText);
      // A killed process ran over a limit, as one that aborted for want of memory did; any other end is a document that broke the reader.
      else resolve(signal !== null || code === 134 ? 'timeout' : { problem: 'broken', pages: 0 });
    });
  });
}
