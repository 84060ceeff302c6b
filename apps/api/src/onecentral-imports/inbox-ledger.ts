import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ledgerPlaces } from '@superscope/contracts/onecentral-imports';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { openText, sealText } from '@superscope/event-store/keys/sealing';
import type { AnyBulkWriteOperation } from 'mongodb';
import { Ops, Views } from '../platform/engines.module.js';
import type { Destination, Removal, Shelved } from './inbox.js';

/** `replaced`: other content lay under its name, so nothing was removed. `gone`: somebody else took it away. `former`: nobody noted it. */
export type LedgerPlace = (typeof ledgerPlaces)[number];

/** A name that was seen in the inbox. Names may be of people, so they are sealed; contents are known by keyed hashes only. */
interface LineDocument {
  /** That of its file, once that has arrived; until then, or if it went before, that of its name. */
  _id: string;
  name: string;
  nameHash: string;
  /** Null if the content was never read. */
  contentHash: string | null;
  bytes: number;
  firstSeenAt: Date;
  place: LedgerPlace;
  /** Since when it lies there, or was found gone. */
  placedAt: Date;
  /** Its name in a folder for files that are done with. */
  keptAs: string | null;
  keptHash: string | null;
  /** Where it is going, so that one that is gone after a crash is known to have been removed. */
  leaving: Destination | null;
  /** Keyed hash of the manifest that it was compared with, and what came of that. */
  manifestHash: string | null;
  manifestSaid: string | null;
}

export interface LedgerLine extends Omit<
  LineDocument,
  '_id' | 'nameHash' | 'keptHash' | 'leaving' | 'manifestHash' | 'contentHash'
> {
  id: string;
  contentHash: string | null;
}

/** What a look sees of an entry. */
export interface SeenEntry {
  /** Of its file, if that is known to have arrived. */
  arrivedAs: string | null;
  /** What its file is or will be known as. */
  fileId: string;
  key: string;
  /** As it may be stored. */
  name: string;
  bytes: number;
}

/** What is known of an entry once it has arrived. */
export interface ArrivedEntry extends Omit<SeenEntry, 'arrivedAs'> {
  /** Empty if it was not read. */
  sha256: string;
  manifest: { sha256: string; said: string } | null;
}

const waitingId = (nameHash: string) => `waiting/${nameHash}`;

/** Every name that was ever seen in the inbox, and where its file went. It is written by the one process that looks at the inbox. */
@Injectable()
export class InboxLedger {
  constructor(
    private readonly ops: Ops,
    private readonly views: Views,
    private readonly vault: KeyVault,
  ) {}

  private get lines() {
    return this.ops.db.collection<LineDocument>('onecentral_ledger');
  }

  /** Notes what lies in the inbox at a look, and what no longer does. */
  async noteLook(seen: readonly SeenEntry[], now: Date): Promise<void> {
    const hash = await this.hasher();
    const known = new Set(
      (await this.lines.find({ place: 'inbox' }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id),
    );
    const present = new Set<string>();
    const fresh: (SeenEntry & { id: string })[] = [];
    for (const entry of seen) {
      const id = entry.arrivedAs ?? (known.has(entry.fileId) ? entry.fileId : waitingId(hash('name', entry.key)));
      present.add(id);
      if (!known.has(id)) fresh.push({ ...entry, id });
    }
    const digests = await this.digestsOf(fresh.flatMap(({ arrivedAs }) => (arrivedAs === null ? [] : [arrivedAs])));
    const writes: AnyBulkWriteOperation<LineDocument>[] = [];
    for (const { id, ...entry } of fresh)
      writes.push({
        updateOne: {
          filter: { _id: id },
          update: {
            $set: { place: 'inbox', placedAt: now, leaving: null, bytes: entry.bytes },
            $setOnInsert: await this.begun(id, entry, digests.get(id) ?? '', now),
          },
          upsert: true,
        },
      });
    for (const id of known)
      if (!present.has(id))
        writes.push(
          {
            updateOne: {
              filter: { _id: id, leaving: 'removed' },
              update: { $set: { place: 'removed', placedAt: now, leaving: null } },
            },
          },
          { updateOne: { filter: { _id: id, place: 'inbox' }, update: { $set: { place: 'gone', placedAt: now } } } },
        );
    if (writes.length > 0) await this.lines.bulkWrite(writes, { ordered: true });
  }

  /** Notes a file that has arrived. What was known of its name while it waited goes on in its line. */
  async noteArrived(entry: ArrivedEntry, now: Date): Promise<void> {
    const hash = await this.hasher();
    const waiting = await this.lines.findOneAndDelete({ _id: waitingId(hash('name', entry.key)) });
    const { bytes, fileId, manifest } = entry;
    const of = manifest === null ? {} : { manifestHash: hash('content', manifest.sha256), manifestSaid: manifest.said };
    const { manifestHash, manifestSaid, ...begun } = await this.begun(
      fileId,
      entry,
      entry.sha256,
      waiting?.firstSeenAt ?? now,
    );
    await this.lines.updateOne(
      { _id: fileId },
      {
        $set: { place: 'inbox', placedAt: now, leaving: null, bytes, ...of },
        $setOnInsert: manifest === null ? { ...begun, manifestHash, manifestSaid } : begun,
      },
      { upsert: true },
    );
  }

  /** Notes what came of a manifest that was found after its file had arrived. */
  async noteManifest(fileId: string, sha256: string, said: string): Promise<void> {
    const manifestHash = (await this.hasher())('content', sha256);
    await this.lines.updateOne({ _id: fileId }, { $set: { manifestHash, manifestSaid: said } });
  }

  /** Where a file lies; null for one that is not known. */
  async placeOf(fileId: string): Promise<LedgerPlace | null> {
    return (await this.lines.findOne({ _id: fileId }, { projection: { place: 1 } }))?.place ?? null;
  }

  /** Notes that an entry left the inbox that never arrived as a file: the manifest of one that was there before. */
  async noteWaitingLeft(key: string, place: LedgerPlace, now: Date): Promise<void> {
    const _id = waitingId((await this.hasher())('name', key));
    await this.lines.updateOne({ _id }, { $set: { place, placedAt: now } });
  }

  /** Whether a file was compared with a manifest of this content; with any, if none is given. */
  async hasManifest(fileId: string, sha256?: string): Promise<boolean> {
    const manifestHash = sha256 === undefined ? { $ne: null } : (await this.hasher())('content', sha256);
    return (await this.lines.countDocuments({ _id: fileId, manifestHash }, { limit: 1 })) > 0;
  }

  /** Notes that a file is about to leave the inbox. */
  async noteLeaving(fileId: string, to: Destination): Promise<void> {
    await this.lines.updateOne({ _id: fileId }, { $set: { leaving: to } });
  }

  /** Notes how a removal ended. Where a file was put, `noteShelved` notes. */
  async noteRemoval(fileId: string, removal: Removal, to: Destination, now: Date): Promise<void> {
    if (removal === 'removed' && to !== 'removed') return;
    const place = removal === 'other' ? 'replaced' : removal;
    // Another process may have removed it at the same time, and noted that.
    const which = removal === 'removed' ? {} : { place: { $in: ['inbox', 'failed'] as LedgerPlace[] } };
    await this.lines.updateOne({ _id: fileId, ...which }, { $set: { place, placedAt: now, leaving: null } });
  }

  /** Notes files that came to lie in the folders for files that are done with. */
  async noteShelved(shelved: readonly Shelved[], now: Date): Promise<void> {
    const hash = await this.hasher();
    for (const { key, sha256, shelf, keptAs } of shelved) {
      const nameHash = hash('name', key);
      const found = await this.lines
        .find({
          contentHash: hash('content', sha256),
          place: { $in: ['inbox', 'gone', 'failed'] },
          $or: [{ nameHash }, { keptHash: nameHash }],
        })
        .toArray();
      // A file that lay in the inbox until now comes before one of the same content that failed earlier.
      const order: readonly LedgerPlace[] = ['inbox', 'gone', 'failed'];
      const line = found.toSorted((a, b) => order.indexOf(a.place) - order.indexOf(b.place))[0];
      if (line === undefined) continue;
      const kept = await this.sealed(keptAs, line._id);
      await this.lines.updateOne(
        { _id: line._id },
        { $set: { place: shelf, placedAt: now, leaving: null, keptAs: kept, keptHash: hash('name', keptAs) } },
      );
    }
  }

  /** The files that lie in the folder for failed ones. */
  async failed(): Promise<{ fileId: string; keptAs: string; placedAt: Date; isShared: boolean }[]> {
    const found = await this.lines.find({ place: 'failed', keptAs: { $ne: null } }).toArray();
    return Promise.all(
      found.map(async ({ _id, keptAs, placedAt, keptHash }) => ({
        fileId: _id,
        keptAs: await this.opened(keptAs!, _id),
        placedAt,
        // The same content failed again under the same name.
        isShared: found.some((other) => other._id !== _id && other.keptHash === keptHash),
      })),
    );
  }

  /** A page of lines and how many there are, the newest first. */
  async page(size: number, skip: number): Promise<{ lines: LedgerLine[]; total: number }> {
    const [found, total] = await Promise.all([
      this.lines.find({}).sort({ firstSeenAt: -1, _id: 1 }).skip(skip).limit(size).toArray(),
      this.lines.countDocuments({}),
    ]);
    const lines = await Promise.all(
      found.map(async ({ _id, name, keptAs, contentHash, bytes, firstSeenAt, place, placedAt, manifestSaid }) => ({
        id: _id,
        name: await this.opened(name, _id),
        keptAs: keptAs === null ? null : await this.opened(keptAs, _id),
        contentHash,
        bytes,
        firstSeenAt,
        place,
        placedAt,
        manifestSaid,
      })),
    );
    return { lines, total };
  }

  /** Adds the files that arrived before there was a ledger, or whose line was lost. Where they went is not known of them. */
  async complement(): Promise<void> {
    const hash = await this.hasher();
    const files = this.views
      .of(onecentralImportsView)
      .find({ arrivedAt: { $exists: true } }, { projection: { name: 1, bytes: 1, sha256: 1, arrivedAt: 1 } })
      .batchSize(500);
    let writes: AnyBulkWriteOperation<LineDocument>[] = [];
    const write = async () => {
      if (writes.length > 0) await this.lines.bulkWrite(writes, { ordered: false });
      writes = [];
    };
    const known = new Set((await this.lines.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id));
    for await (const { _id: id, name, bytes, sha256, arrivedAt } of files) {
      if (known.has(id)) continue;
      const begun = await this.begun(id, { key: name }, sha256, arrivedAt, hash);
      const line = { ...begun, bytes, place: 'former' as const, placedAt: arrivedAt, leaving: null };
      writes.push({ updateOne: { filter: { _id: id }, update: { $setOnInsert: line }, upsert: true } });
      if (writes.length >= 500) await write();
    }
    await write();
  }

  private async digestsOf(fileIds: readonly string[]): Promise<Map<string, string>> {
    if (fileIds.length === 0) return new Map();
    const found = await this.views
      .of(onecentralImportsView)
      .find({ _id: { $in: [...fileIds] } }, { projection: { sha256: 1 } })
      .toArray();
    return new Map(found.map(({ _id, sha256 }) => [_id, sha256]));
  }

  /** The fields of a line that do not change. */
  private async begun(
    id: string,
    { key, name = key }: { key: string; name?: string },
    sha256: string,
    firstSeenAt: Date,
    hash?: Hasher,
  ) {
    const hashed = hash ?? (await this.hasher());
    return {
      name: await this.sealed(name, id),
      nameHash: hashed('name', key),
      contentHash: sha256 === '' ? null : hashed('content', sha256),
      firstSeenAt,
      keptAs: null,
      keptHash: null,
      manifestHash: null,
      manifestSaid: null,
    };
  }

  private async hasher(): Promise<Hasher> {
    const key = await this.vault.secret('onecentralLedgerHash');
    return (what, text) => createHmac('sha256', key).update(`${what}/${text}`).digest('hex');
  }

  private async sealed(name: string, id: string): Promise<string> {
    return sealText(name, await this.vault.secret('onecentralLedgerName'), id);
  }

  private async opened(name: string, id: string): Promise<string> {
    return openText(name, await this.vault.secret('onecentralLedgerName'), id);
  }
}

/** A keyed hash in hex: nobody without the key can tell which name or content it is of. */
type Hasher = (what: 'name' | 'content', text: string) => string;
