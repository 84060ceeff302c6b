import type { Ops } from '../engines.module.js';

/** The newest run of the job that looks at stored PDFs. */
export interface PdfCheckDocument {
  _id: 'newest';
  startedAt: Date;
  /** Null while it runs, and if its process was killed: the next one carries on. */
  endedAt: Date | null;
  done: number;
  total: number;
}

export const pdfChecksOf = (ops: Ops) => ops.db.collection<PdfCheckDocument>('pdf_checks');
