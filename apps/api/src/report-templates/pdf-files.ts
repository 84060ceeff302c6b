import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { GridFSBucket } from 'mongodb';
import { Files } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { readInProcess, type ReadingLimits } from '../platform/reading-process.js';
import type { PdfRead } from './read-pdf.child.js';
import type { ReadPdf } from './read-pdf.js';

const bucketName = 'reportPdfs';
const limits: ReadingLimits = { milliseconds: 20_000, megabytes: 384 };
const lineEnd = 0x0a;
const never = new AbortController().signal;

/** The built file, because a process cannot load TypeScript on Node 20. */
const program = createRequire(import.meta.url).resolve('@superscope/api/report-templates/read-pdf.child');

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

  /**
   * Looks at an uploaded file in a process of its own, which cannot take this one's memory or time. `pageNumbers` names the pages to keep.
   * Throws Refusal with why the file is not taken.
   */
  async look(filename: string, bytes: Uint8Array, pageNumbers: string, gone: AbortSignal = never): Promise<ReadPdf> {
    const refused = (why: string) => new Refusal(400, { message: `‘${filename}’ was refused. ${why}` });
    const answer = await readInProcess(program, [JSON.stringify(pageNumbers)], bytes, limits, gone);
    if (typeof answer === 'string') throw refused('It could not be read. Save it again and try again.');
    const end = answer.indexOf(lineEnd);
    const read = JSON.parse(answer.toString('utf8', 0, end)) as PdfRead;
    if ('refused' in read) throw refused(read.refused);
    const kept = answer.subarray(end + 1);
    return { bytes: kept.length === 0 ? bytes : kept, fontsEmbedded: read.fontsEmbedded, texts: read.texts };
  }

  /** Stores a file that was looked at unless it is stored, and returns its SHA-256 digest in hex. */
  async keep({ bytes, texts }: Pick<ReadPdf, 'bytes' | 'texts'>): Promise<string> {
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
