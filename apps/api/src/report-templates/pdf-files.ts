import { Injectable } from '@nestjs/common';
import { Files } from '../platform/engines.module.js';
import type { CleanPdf } from '../platform/pdf/clean-pdf.js';
import { PdfStore } from '../platform/pdf/pdf-store.js';

/** Stores PDFs for reports, with the text of their pages. */
@Injectable()
export class PdfFiles extends PdfStore {
  constructor(files: Files) {
    super(files, 'reportPdfs');
  }

  /** Stores a file that came the one way in, and returns its SHA-256 digest in hex. */
  keepPdf({ bytes, texts }: Pick<CleanPdf, 'bytes' | 'texts'>): Promise<string> {
    return this.keep(Buffer.from(bytes), { texts });
  }

  /** The text of a page, counted from 1; '' if there is none. */
  async textOf(sha256: string, page: number): Promise<string> {
    const entry = await this.entries.findOne({ filename: sha256 });
    const texts = entry?.metadata?.['texts'] as string[] | undefined;
    return texts?.[page - 1] ?? '';
  }
}
