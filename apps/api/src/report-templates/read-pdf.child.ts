import { parentPort, workerData } from 'node:worker_threads';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { readPdf, type ReadPdf } from './read-pdf.js';

export interface PdfToRead {
  bytes: Uint8Array;
  pageNumbers: string;
}
/** What was read, or why the file is refused. */
export type PdfRead = ReadPdf | { refused: string };

const { bytes, pageNumbers } = workerData as PdfToRead;
try {
  parentPort!.postMessage((await readPdf(bytes, pageNumbers)) satisfies PdfRead);
} catch (error) {
  if (!(error instanceof RuleViolation)) throw error;
  parentPort!.postMessage({ refused: error.message } satisfies PdfRead);
}
