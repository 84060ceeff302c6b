import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { open, seal } from '@superscope/event-store/keys/sealing';
import { GridFSBucket } from 'mongodb';
import { Files } from '../platform/engines.module.js';
import { Schedule } from './schedule.js';

const bucketName = 'made';
/** How long a made file is kept. */
const keptDays = keptSeconds.madeFiles / 86_400;
const dayMs = 24 * 60 * 60_000;

/** Files that were made before this moment are no longer kept, unless somebody keeps them. */
const oldest = (now: Date): Date => new Date(now.getTime() - keptDays * dayMs);

export interface MadeFile {
  /** Of the file as people download it. */
  bytes: number;
  keptUntil: Date;
}

interface Metadata {
  bytes: number;
  /** When the same content was last made. */
  madeAt: Date;
  /** Until when somebody keeps it, longer than usual. */
  pinnedUntil?: Date;
}

const keptUntil = ({ madeAt, pinnedUntil }: Metadata): Date => {
  const usual = new Date(madeAt.getTime() + keptDays * dayMs);
  return pinnedUntil !== undefined && pinnedUntil > usual ? pinnedUntil : usual;
};

/** Files that were made for people, in the `files` database by their digest. They are encrypted, because they hold figures of a plan. */
@Injectable()
export class MadeFiles implements OnModuleInit {
  constructor(
    private readonly files: Files,
    private readonly vault: KeyVault,
    private readonly schedule: Schedule,
  ) {}

  onModuleInit(): void {
    this.schedule.add({
      key: 'madeFiles',
      name: 'Files past their days are deleted',
      times: { every: 'hour', atMinute: 15 },
      run: async () => ({ isDone: true, said: deletedText(await this.deleteOld()) }),
    });
  }

  private get bucket(): GridFSBucket {
    return new GridFSBucket(this.files.db, { bucketName });
  }

  private get entries() {
    return this.files.db.collection<{ filename: string; metadata: Metadata }>(`${bucketName}.files`);
  }

  /** Keeps a file for 30 days from now, and returns the SHA-256 digest of its content in hex. */
  async keep(content: Buffer, now = new Date()): Promise<string> {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const known = await this.entries.updateMany({ filename: sha256 }, { $set: { 'metadata.madeAt': now } });
    if (known.matchedCount > 0) return sha256;
    const sealed = seal(content, await this.vault.secret('madeFileKey'), sha256);
    const metadata: Metadata = { bytes: content.length, madeAt: now };
    const upload = this.bucket.openUploadStream(sha256, { metadata: { ...metadata } });
    const stored = once(upload, 'close');
    upload.end(sealed);
    try {
      await stored;
    } catch (error) {
      // Nothing is left of a file that found no room.
      await upload.abort().catch(() => undefined);
      throw error;
    }
    return sha256;
  }

  /** Null once it is no longer kept. */
  async read(sha256: string): Promise<Buffer | null> {
    const entry = await this.entries.findOne({ filename: sha256 });
    if (entry === null || keptUntil(entry.metadata) < new Date()) return null;
    const sealed = await buffer(this.bucket.openDownloadStream(entry._id));
    return open(sealed, await this.vault.secret('madeFileKey'), sha256);
  }

  /** Those of the files that are still kept, by their digests. */
  async of(digests: readonly string[]): Promise<Map<string, MadeFile>> {
    if (digests.length === 0) return new Map();
    const found = await this.entries.find({ filename: { $in: [...digests] } }).toArray();
    const now = new Date();
    return new Map(
      found.flatMap(({ filename, metadata }) => {
        const until = keptUntil(metadata);
        return until < now ? [] : [[filename, { bytes: metadata.bytes, keptUntil: until }]];
      }),
    );
  }

  /** Keeps files until a moment, unless they are kept for longer already. */
  async pin(digests: readonly string[], until: Date): Promise<void> {
    await this.entries.updateMany({ filename: { $in: [...digests] } }, { $max: { 'metadata.pinnedUntil': until } });
  }

  /** Deletes files whose time is over, and returns how many there were. */
  async deleteOld(now = new Date()): Promise<number> {
    const found = await this.entries.find({ 'metadata.madeAt': { $lt: oldest(now) } }).toArray();
    const old = found.filter(({ metadata }) => keptUntil(metadata) < now);
    for (const { _id } of old) await this.bucket.delete(_id);
    return old.length;
  }
}

const deletedText = (files: number): string =>
  files === 0 ? 'There were none' : files === 1 ? 'One file' : `${files} files`;
