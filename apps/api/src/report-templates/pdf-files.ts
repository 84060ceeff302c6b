import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { GridFSBucket } from 'mongodb';
import { Files } from '../platform/engines.module.js';
import type { CleanPdf } from '../platform/pdf/clean-pdf.js';

const bucketName = 'reportPdfs';

interface Metadata {
  /** The text of each page. */
  texts: string[];
}

/**
 * Stores PDFs for reports in the `files` database by their digest, with the text of their pages. The bytes stay when a PDF is replaced or
 * removed, because its events still name them.
 */
@Injectable()
export class PdfFiles {
  constructor(private readonly files: Files) {}

  private get bucket(): GridFSBucket {
    return new GridFSBucket(this.files.db, { bucketName });
  }

  private get entries() {
    return this.files.db.collection<{ filename: string; metadata: Metadata }>(`${bucketName}.files`);
  }

  /** Stores a file that was looked at unless it is stored, and returns its SHA-256 digest in hex. */
  async keep({ bytes, texts }: Pick<CleanPdf, 'bytes' | 'texts'>): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if ((await this.entries.findOne({ filename: sha256 })) !== null) return sha256;
    const upload = this.bucket.openUploadStream(sha256, { metadata: { texts } });
    const stored = once(upload, 'close');
    upload.end(Buffer.from(bytes));
    await stored;
    return sha256;
  }

  /** Null if the bytes are gone. */
  async read(sha256: string): Promise<Buffer | null> {
    const entry = await this.entries.findOne({ filename: sha256 });
    return entry && buffer(this.bucket.openDownloadStream(entry._id));
  }

  /** The text of a page, counted from 1; '' if there is none. */
  async textOf(sha256: string, page: number): Promise<string> {
    const entry = await this.entries.findOne({ filename: sha256 });
    return entry?.metadata.texts[page - 1] ?? '';
  }
}
