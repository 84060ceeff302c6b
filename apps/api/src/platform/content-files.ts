import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { GridFSBucket } from 'mongodb';
import type { Files } from './engines.module.js';

type Metadata = Record<string, unknown>;

interface FileEntry {
  filename: string;
  length: number;
  uploadDate: Date;
  metadata?: Metadata;
}

/**
 * Stores uploaded files of one kind in the `files` database by their digest. The bytes stay when a file is replaced or removed: its events
 * still name them, and something else may have the same file.
 */
export abstract class ContentFiles {
  protected constructor(
    private readonly files: Files,
    private readonly bucketName: string,
  ) {}

  private get bucket(): GridFSBucket {
    return new GridFSBucket(this.files.db, { bucketName: this.bucketName });
  }

  protected get entries() {
    return this.entriesWith();
  }

  /** With fields of its own that a kind of files has beside what GridFS keeps of each. */
  protected entriesWith<More extends object>() {
    return this.files.db.collection<FileEntry & More>(`${this.bucketName}.files`);
  }

  /** Stores the bytes unless they are already stored, and returns their SHA-256 digest in hex. `metadata` is what is known of them. */
  async keep(bytes: Buffer, metadata: Metadata = {}): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (await this.has(sha256)) return sha256;
    const upload = this.bucket.openUploadStream(sha256, { metadata });
    const stored = once(upload, 'close');
    upload.end(bytes);
    await stored;
    return sha256;
  }

  /** The returned stream fails if the bytes are gone. */
  read(sha256: string): Readable {
    return this.bucket.openDownloadStreamByName(sha256);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.entries.findOne({ filename: sha256 }, { projection: { _id: 1 } })) !== null;
  }
}
