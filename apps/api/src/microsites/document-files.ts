import { Injectable } from '@nestjs/common';
import { ContentFiles } from '../platform/content-files.js';
import { Files } from '../platform/engines.module.js';

/** The PDFs of microsites. */
@Injectable()
export class DocumentFiles extends ContentFiles {
  constructor(files: Files) {
    super(files, 'micrositeDocuments');
  }

  /** Stores a PDF that was looked at, with the number of its pages, and returns its SHA-256 digest in hex. */
  keepPdf(bytes: Buffer, pages: number): Promise<string> {
    return this.keep(bytes, { pages });
  }

  /** Null if there is no such file. Files that earlier releases stored do not tell their pages. */
  async factsOf(sha256: string): Promise<{ bytes: number; pages: number | null } | null> {
    const found = await this.entries.findOne({ filename: sha256 });
    if (found === null) return null;
    const pages = found.metadata?.['pages'];
    return { bytes: found.length, pages: typeof pages === 'number' ? pages : null };
  }

  /** Notes the pages of a file that does not tell them. */
  async notePages(sha256: string, pages: number): Promise<void> {
    await this.entries.updateMany({ filename: sha256 }, { $set: { 'metadata.pages': pages } });
  }
}
