import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { keyBytes, open, seal } from '@superscope/event-store/keys/sealing';
import { Binary, GridFSBucket, type ObjectId } from 'mongodb';
import { deleteCutOffFiles } from '../platform/cut-off-files.js';
import { Files } from '../platform/engines.module.js';

const bucketName = 'onecentral';
/** Bytes that are encrypted together as one frame. */
const frameBytes = 256 * 1024;
const lastBit = 0x80000000;

interface Metadata {
  /** The file's own random key, encrypted with a secret of the vault. */
  sealedKey: Binary;
  /** What its frames are tied to. */
  place: string;
}

interface Entry {
  _id: ObjectId;
  filename: string;
  uploadDate: Date;
  metadata: Metadata;
}

/** The name of a file that is not stored whole yet. */
const unfinished = 'arriving';

const frameName = (place: string, index: number, isLast: boolean) => `${place}/${index}${isLast ? '/last' : ''}`;

/** The content of files from the inbox, in the `files` database by digest. It is encrypted, because the files are about members. */
@Injectable()
export class InboxFiles {
  constructor(
    private readonly files: Files,
    private readonly vault: KeyVault,
  ) {}

  private get bucket(): GridFSBucket {
    return new GridFSBucket(this.files.db, { bucketName });
  }

  private get entries() {
    return this.files.db.collection<Entry>(`${bucketName}.files`);
  }

  /** Stores content, unless it is stored already, and returns its SHA-256 digest in hex. Nothing is stored if reading it fails. */
  async keep(content: AsyncIterable<Uint8Array>): Promise<string> {
    const { bucket } = this;
    const key = randomBytes(keyBytes);
    const place = randomBytes(12).toString('hex');
    const sealedKey = new Binary(seal(key, await this.secret(), place));
    const metadata: Metadata = { sealedKey, place };
    const upload = bucket.openUploadStream(unfinished, { metadata: { ...metadata } });
    let failure: Error | null = null;
    upload.on('error', (error) => (failure = error));
    const hash = createHash('sha256');
    let frames = 0;
    const write = async (plain: Buffer, isLast: boolean) => {
      if (failure !== null) throw failure;
      const sealed = seal(plain, key, frameName(place, frames, isLast));
      const head = Buffer.alloc(4);
      // The highest bit marks the last frame, so that a truncated file is not mistaken for a whole one.
      head.writeUInt32BE(isLast ? sealed.length + lastBit : sealed.length);
      frames += 1;
      if (!upload.write(Buffer.concat([head, sealed]))) await once(upload, 'drain');
    };
    try {
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of content) {
        hash.update(chunk);
        rest = Buffer.concat([rest, chunk]);
        while (rest.length > frameBytes) {
          await write(rest.subarray(0, frameBytes), false);
          rest = rest.subarray(frameBytes);
        }
      }
      await write(rest, true);
      upload.end();
      await once(upload, 'close');
    } catch (error) {
      await upload.abort().catch(() => undefined);
      throw error;
    }
    const sha256 = hash.digest('hex');
    // The content counts as new: it is kept for its days from now on. An entry of before may be being read, so it stays.
    const { matchedCount } = await this.entries.updateOne({ filename: sha256 }, { $set: { uploadDate: new Date() } });
    if (matchedCount > 0) await bucket.delete(upload.id);
    else await this.entries.updateOne({ _id: upload.id }, { $set: { filename: sha256 } });
    return sha256;
  }

  /** Null once it is no longer kept. */
  async read(sha256: string): Promise<AsyncGenerator<Buffer> | null> {
    const entry = await this.entries.findOne({ filename: sha256 });
    if (entry === null) return null;
    const { sealedKey, place } = entry.metadata;
    const key = open(Buffer.from(sealedKey.value()), await this.secret(), place);
    return opened(this.bucket.openDownloadStream(entry._id), key, place);
  }

  /** Those of the digests whose content is kept. */
  async keptAmong(digests: readonly string[]): Promise<Set<string>> {
    const found = await this.entries
      .find({ filename: { $in: [...digests] } }, { projection: { filename: 1 } })
      .toArray();
    return new Set(found.map(({ filename }) => filename));
  }

  async delete(sha256: string): Promise<void> {
    await this.deleteAll({ filename: sha256 });
  }

  /** Deletes what was stored before a moment, and returns how many files there were. */
  deleteOld(before: Date): Promise<number> {
    return this.deleteAll({ uploadDate: { $lt: before } });
  }

  /** Deletes what is left of files whose process was killed before a moment, while it stored them. */
  async deleteCutOff(time: Date): Promise<void> {
    await this.deleteAll({ filename: unfinished, uploadDate: { $lt: time } });
    await deleteCutOffFiles(this.files.db, bucketName, time);
  }

  private async deleteAll(which: Parameters<typeof this.entries.find>[0]): Promise<number> {
    const found = await this.entries.find(which ?? {}, { projection: { _id: 1 } }).toArray();
    for (const { _id } of found) await this.bucket.delete(_id).catch(() => undefined);
    return found.length;
  }

  private secret(): Promise<Buffer> {
    return this.vault.secret('onecentralFileKey');
  }
}

async function* opened(stored: AsyncIterable<Buffer>, key: Buffer, place: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let frames = 0;
  for await (const chunk of stored) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const head = rest.readUInt32BE(0);
      const isLast = head >= lastBit;
      const length = isLast ? head - lastBit : head;
      if (rest.length < 4 + length) break;
      const plain = open(rest.subarray(4, 4 + length), key, frameName(place, frames, isLast));
      rest = rest.subarray(4 + length);
      frames += 1;
      if (plain.length > 0) yield plain;
      if (isLast) return;
    }
  }
  throw new Error('The stored file is incomplete.');
}
