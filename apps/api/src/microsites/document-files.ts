import { Injectable } from '@nestjs/common';
import { Files } from '../platform/engines.module.js';
import { PdfStore } from '../platform/pdf/pdf-store.js';

/** The PDFs of microsites. */
@Injectable()
export class DocumentFiles extends PdfStore {
  constructor(files: Files) {
    super(files, 'micrositeDocuments');
  }

  /**
   * Stores a clean PDF with the number of its pages, and returns its SHA-256 digest in hex. `sentAs` is the digest that it had before it was
   * written anew, by which another host may name it.
   */
  async keepPdf(bytes: Buffer, pages: number, sentAs: string | null = null): Promise<string> {
    const sha256 = await this.keep(bytes, { pages });
    if (sentAs !== null && sentAs !== sha256)
      await this.entries.updateMany({ filename: sha256 }, { $addToSet: { 'metadata.sentAs': sentAs } });
    return sha256;
  }

  /** The digest under which a file is kept that another host names by its own digest; null if there is no such file. */
  async keptAs(sha256: string): Promise<string | null> {
    if (await this.has(sha256)) return sha256;
    return (await this.entries.findOne({ 'metadata.sentAs': sha256 }))?.filename ?? null;
  }

  /** Null if there is no such file. Files that earlier releases stored do not tell their pages. */
  async factsOf(sha256: string): Promise<{ bytes: number; pages: number | null } | null> {
    const found = await this.entries.findOne({ filename: sha256 });
    if (found === null) return null;
    const pages = found.metadata?.['pages'];
    return { bytes: found.length, pages: typeof pages === 'number' ? pages : null };
  }
}
