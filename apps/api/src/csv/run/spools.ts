import { createHash, randomBytes, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import { isDuplicateKey } from '@superscope/event-store/connection/duplicate-key';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { keyBytes, open, seal } from '@superscope/event-store/keys/sealing';
import {
  Binary,
  GridFSBucket,
  type GridFSBucketWriteStream,
  MongoRuntimeError,
  type ObjectId,
  type WithId,
} from 'mongodb';
import { deleteCutOffFiles } from '../../platform/cut-off-files.js';
import { Files } from '../../platform/engines.module.js';

/** The validated lines of an import, stored until they are written. They are encrypted, because they say who earns what. */
interface SpoolMetadata {
  importId: string;
  /** The spool's own random key, encrypted with a secret of the vault. */
  sealedKey: Binary;
  contiguous?: boolean;
  /** Only of a file that was not imported, as it was sent. Other spools have the valid lines of an import. */
  kind?: 'refused';
  /** Of a refused file: who keeps it, and the digest of the request, if that had an `Idempotency-Key`. */
  keptBy?: string;
  bodyDigest?: string;
  /** Of a refused file that is whole: the import's id. No two have the same. */
  keptAs?: string;
  /** Of a refused file that was imported since. */
  isTaken?: boolean;
}

interface Entry {
  filename: string;
  metadata: SpoolMetadata;
  uploadDate: Date;
}

export interface RefusedSpool {
  keptSince: Date;
  /** Undefined for a request without an `Idempotency-Key`. */
  bodyDigest: string | undefined;
  lines: () => AsyncGenerator<string[]>;
}

export interface Spool {
  /** SHA-256 of the stored content. */
  sha256: string;
  contiguous: boolean;
}

/** Another upload of the same request was whole before, and is the one that is kept. */
export class KeptAlready extends Error {
  constructor() {
    super('A refused file of the same request is kept already.');
    this.name = 'KeptAlready';
  }
}

/** Characters that are encrypted together as one frame. */
const frameCharacters = 256 * 1024;
const bucketName = 'imports';

const frameName = (importId: string, index: number, last: boolean) => `${importId}/${index}${last ? '/last' : ''}`;

/** Writes and reads spools in the `files` database. */
@Injectable()
export class Spools {
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

  /** `keptBy`: who keeps a refused file; undefined for the valid lines of an import. */
  async create(importId: string, keptBy?: string): Promise<SpoolWriter> {
    const key = randomBytes(keyBytes);
    const sealedKey = new Binary(seal(key, await this.vault.secret('spoolKey'), importId));
    const metadata: SpoolMetadata = {
      importId,
      sealedKey,
      ...(keptBy !== undefined && { kind: 'refused', keptBy }),
    };
    const { bucket } = this;
    const upload = bucket.openUploadStream(importId, { metadata: { ...metadata } });
    const finish = async (sha256: string, contiguous: boolean, bodyDigest: string | undefined) => {
      const digest = bodyDigest === undefined ? {} : { 'metadata.bodyDigest': bodyDigest };
      const once = keptBy === undefined ? {} : { 'metadata.keptAs': importId };
      try {
        await this.entries.updateOne(
          { _id: upload.id },
          { $set: { filename: sha256, 'metadata.contiguous': contiguous, ...once, ...digest } },
        );
      } catch (error) {
        throw isDuplicateKey(error) ? new KeptAlready() : error;
      }
    };
    return new SpoolWriter(importId, key, bucket, upload, finish);
  }

  /** The spool that an accepted import names. Throws if it is gone. */
  async find(
    importId: string,
    sha256: string,
  ): Promise<{ contiguous: boolean; lines: () => AsyncGenerator<string[]> }> {
    // An upload of the same request may have left another spool.
    const entry = await this.entries.findOne({ filename: sha256, 'metadata.importId': importId });
    if (!entry) throw new Error(`The lines of import ${importId} are no longer there.`);
    return { contiguous: entry.metadata.contiguous ?? false, lines: await this.linesOf(entry) };
  }

  /** The file that was refused and kept under the id of its later import; null if there is none, or none any more. */
  async findRefused(importId: string): Promise<RefusedSpool | null> {
    const kept = {
      'metadata.importId': importId,
      'metadata.kind': 'refused',
      'metadata.contiguous': { $exists: true },
    };
    const entry = await this.entries.findOne(kept);
    if (!entry) return null;
    const { uploadDate: keptSince, metadata } = entry;
    return { keptSince, bodyDigest: metadata.bodyDigest, lines: await this.linesOf(entry) };
  }

  /** Ids of the refused files that somebody keeps since a time, apart from those that `noteTaken` named. */
  async refusedOf(keptBy: string, since: Date): Promise<string[]> {
    const kept = {
      'metadata.kind': 'refused',
      'metadata.keptBy': keptBy,
      'metadata.contiguous': { $exists: true },
      'metadata.isTaken': { $exists: false },
      uploadDate: { $gte: since },
    };
    const found = await this.entries.find(kept, { projection: { metadata: 1 } }).toArray();
    return [...new Set(found.map(({ metadata }) => metadata.importId))];
  }

  /** Notes that a refused file was imported. It stays, but its keeper can keep another one. */
  async noteTaken(importId: string): Promise<void> {
    const ofImport = { 'metadata.importId': importId, 'metadata.kind': 'refused' };
    await this.entries.updateMany(ofImport, { $set: { 'metadata.isTaken': true } });
  }

  /** Deletes a refused file, and what another upload of the same request has sent of it. */
  async deleteRefused(importId: string): Promise<void> {
    const kept = this.entries.find({ 'metadata.importId': importId, 'metadata.kind': 'refused' });
    for (const { _id } of await kept.toArray()) await this.delete(_id);
  }

  private async linesOf({ _id, metadata: { importId, sealedKey } }: WithId<Entry>) {
    const key = open(Buffer.from(sealedKey.value()), await this.vault.secret('spoolKey'), importId);
    return () => linesOf(this.bucket.openDownloadStream(_id), key, importId);
  }

  /** A spool that somebody else has deleted meanwhile is no error. */
  async delete(spoolId: ObjectId): Promise<void> {
    try {
      await this.bucket.delete(spoolId);
    } catch (error) {
      const isGone = error instanceof MongoRuntimeError && (await this.entries.countDocuments({ _id: spoolId })) === 0;
      if (!isGone) throw error;
    }
  }

  /** Spools that were begun before a time, and their imports. Refused files were kept before theirs. */
  async begunBefore(
    time: Date,
    kind: 'valid' | 'refused' = 'valid',
  ): Promise<{ spoolId: ObjectId; importId: string }[]> {
    const ofKind = { 'metadata.kind': kind === 'refused' ? kind : { $exists: false } };
    const found = await this.entries
      .find({ uploadDate: { $lt: time }, ...ofKind }, { projection: { metadata: 1 } })
      .toArray();
    return found.map((entry) => ({ spoolId: entry._id, importId: entry.metadata.importId }));
  }

  /** Deletes unfinished spools that were begun before a time by an api that has died. */
  deleteCutOff(time: Date): Promise<void> {
    return deleteCutOffFiles(this.files.db, bucketName, time);
  }
}

/** Writes one spool. A line never crosses a frame, so each frame can be read by itself. */
export class SpoolWriter {
  private waiting: string[] = [];
  private characters = 0;
  private frames = 0;
  private failure: Error | null = null;
  private readonly hash: Hash = createHash('sha256');

  constructor(
    private readonly importId: string,
    private readonly key: Buffer,
    private readonly bucket: GridFSBucket,
    private readonly upload: GridFSBucketWriteStream,
    private readonly onFinished: (sha256: string, contiguous: boolean, bodyDigest: string | undefined) => Promise<void>,
  ) {
    upload.on('error', (error) => (this.failure = error));
  }

  /** Adds lines; resolves when there is room for more. */
  async keep(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.waiting.push(line);
      this.characters += line.length + 1;
      if (this.characters >= frameCharacters) await this.frame(false);
    }
  }

  /** `bodyDigest`: of the request that keeps a refused file, by which it is known again. Throws KeptAlready. */
  async finish(contiguous: boolean, bodyDigest?: string): Promise<Spool> {
    await this.frame(true);
    this.upload.end();
    await once(this.upload, 'close');
    const sha256 = this.hash.digest('hex');
    await this.onFinished(sha256, contiguous, bodyDigest);
    return { sha256, contiguous };
  }

  /** Deletes the stored part, or all of it. */
  async abort(): Promise<void> {
    const ended = this.upload.writableEnded || this.upload.destroyed;
    await (ended ? this.bucket.delete(this.upload.id) : this.upload.abort()).catch(() => undefined);
  }

  private async frame(last: boolean): Promise<void> {
    if (this.failure !== null) throw this.failure;
    const sealed = seal(this.waiting.join('\n'), this.key, frameName(this.importId, this.frames, last));
    // The frame's length. Its highest bit marks the last frame, so that a truncated spool is not mistaken for a whole one.
    const head = Buffer.alloc(4);
    head.writeUInt32BE(last ? sealed.length + lastBit : sealed.length);
    const bytes = Buffer.concat([head, sealed]);
    this.hash.update(bytes);
    this.frames += 1;
    this.waiting = [];
    this.characters = 0;
    if (!this.upload.write(bytes)) await once(this.upload, 'drain');
  }
}

const lastBit = 0x80000000;

async function* linesOf(stored: AsyncIterable<Buffer>, key: Buffer, importId: string): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  let frames = 0;
  for await (const chunk of stored) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const head = rest.readUInt32BE(0);
      const last = head >= lastBit;
      const length = last ? head - lastBit : head;
      if (rest.length < 4 + length) break;
      const text = open(rest.subarray(4, 4 + length), key, frameName(importId, frames, last)).toString('utf8');
      rest = rest.subarray(4 + length);
      frames += 1;
      if (text !== '') yield text.split('\n');
      if (last) return;
    }
  }
  throw new Error(`The lines of import ${importId} are incomplete.`);
}
