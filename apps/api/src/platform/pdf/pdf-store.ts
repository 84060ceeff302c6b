import { createHash } from 'node:crypto';
import { ContentFiles } from '../content-files.js';
import type { Files } from '../engines.module.js';
import { rewriterVersion } from './rewriter-version.js';

/** What the rewriter made of a stored PDF. */
export interface PdfVerdict {
  /** Of the rewriter. */
  version: number;
  at: Date;
  /** The rewritten PDF in the same store, which may be the PDF itself; null if it was refused. */
  rewritten: { sha256: string; bytes: number } | null;
  /** Why it was refused; null if it was not. */
  refused: string | null;
}

export interface StoredPdf {
  sha256: string;
  bytes: number;
  storedAt: Date;
  /** Null until the rewriter has looked at it. */
  verdict: PdfVerdict | null;
}

/** A verdict of an earlier version is as good as none. One of a later version counts: during an upgrade both releases run. */
const unchecked = {
  $or: [{ 'verdict.version': { $exists: false } }, { 'verdict.version': { $lt: rewriterVersion } }],
};
/** The text of a file's pages is long. */
const withoutTexts = { projection: { metadata: 0 } } as const;

/**
 * A store of PDFs. What is kept in it came from the rewriter and is accepted at once. Files of earlier releases get a verdict later; their
 * bytes stay as they are, because events name their digests.
 */
export class PdfStore extends ContentFiles {
  constructor(files: Files, bucketName: string) {
    super(files, bucketName);
  }

  private get pdfs() {
    return this.entriesWith<{ verdict?: PdfVerdict }>();
  }

  /** Stores a rewritten PDF, and returns its SHA-256 digest in hex. */
  override async keep(bytes: Buffer, metadata: Record<string, unknown> = {}): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const verdict = {
      version: rewriterVersion,
      at: new Date(),
      rewritten: { sha256, bytes: bytes.length },
      refused: null,
    };
    await super.keep(bytes, metadata);
    // An earlier release may have stored it, too. A process that ends before this leaves it to the job.
    await this.pdfs.updateMany({ filename: sha256, ...unchecked }, { $set: { verdict } });
    return sha256;
  }

  /** Null if there is no such file. */
  async find(sha256: string): Promise<StoredPdf | null> {
    const found = await this.pdfs.findOne({ filename: sha256 }, withoutTexts);
    return found === null ? null : storedOf(found);
  }

  /** Those of some digests that there are. */
  async all(digests: readonly string[]): Promise<Map<string, StoredPdf>> {
    const found = await this.pdfs.find({ filename: { $in: [...digests] } }, withoutTexts).toArray();
    return new Map(found.map((entry) => [entry.filename, storedOf(entry)]));
  }

  /** The digests of files that the present rewriter has not looked at, at most so many. */
  async unchecked(most: number): Promise<string[]> {
    const found = await this.pdfs
      .find(unchecked, { projection: { filename: 1 } })
      .limit(most)
      .toArray();
    return [...new Set(found.map(({ filename }) => filename))];
  }

  async counts(): Promise<{ total: number; unchecked: number }> {
    const [total, left] = await Promise.all([this.pdfs.countDocuments(), this.pdfs.countDocuments(unchecked)]);
    return { total, unchecked: left };
  }

  /** Those that the newest look at them refused. */
  async refused(): Promise<StoredPdf[]> {
    const found = await this.pdfs.find({ 'verdict.refused': { $gt: '' } }, withoutTexts).toArray();
    return [...new Map(found.map((entry) => [entry.filename, storedOf(entry)])).values()];
  }

  async note(sha256: string, verdict: PdfVerdict): Promise<void> {
    await this.pdfs.updateMany({ filename: sha256 }, { $set: { verdict } });
  }
}

interface Found {
  filename: string;
  length: number;
  uploadDate: Date;
  verdict?: PdfVerdict;
}

const storedOf = ({ filename, length, uploadDate, verdict }: Found): StoredPdf => ({
  sha256: filename,
  bytes: length,
  storedAt: uploadDate,
  verdict: verdict !== undefined && verdict.version >= rewriterVersion ? verdict : null,
});
