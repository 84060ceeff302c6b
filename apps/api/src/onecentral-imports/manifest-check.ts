import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { failArrived, onecentralImportStream } from '@superscope/domain/onecentral-import/onecentral-import';
import { EventStore } from '@superscope/event-store/event-store';
import { systemContext } from '../platform/commands/command-context.js';
import { Views } from '../platform/engines.module.js';
import {
  differenceReason,
  manifestDifferences,
  mostManifestBytes,
  readManifest,
  type FileManifest,
} from './file-manifest.js';
import { Inbox, InboxFileUnreadable, type InboxFile } from './inbox.js';
import { InboxLedger } from './inbox-ledger.js';

const matches = 'As its manifest says.';
const tooLate = (reason: string) => `Its manifest came after its import had begun. ${reason}`;
const noFile = 'Its manifest cannot be read: leave a plain file of at most 64 KiB.';

/** A manifest as it was read. */
export interface ReadManifest {
  sha256: string;
  /** What it says, or what is wrong with it. */
  says: FileManifest | string;
}

/** Compares files of the inbox with what their senders say of them. */
@Injectable()
export class ManifestCheck {
  private readonly log = new Logger('OneCentral');
  /** Manifests that were compared after their files had arrived: what was read of each. */
  private compared = new Map<string, string>();

  constructor(
    private readonly inbox: Inbox,
    private readonly ledger: InboxLedger,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  /** Null for a file without a manifest. Throws InboxFileChanged while that is being written. */
  async of({ manifest = null }: InboxFile): Promise<ReadManifest | null> {
    if (manifest === null) return null;
    if (manifest.problem !== null || manifest.bytes > mostManifestBytes) return { sha256: '', says: noFile };
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of this.inbox.read(manifest)) chunks.push(chunk);
    } catch (error) {
      if (error instanceof InboxFileUnreadable) return { sha256: '', says: noFile };
      throw error;
    }
    const content = Buffer.concat(chunks);
    return { sha256: createHash('sha256').update(content).digest('hex'), says: readManifest(content.toString()) };
  }

  /** Why a file is not as its manifest says; null if it is, or has none. */
  reasonAgainst(
    manifest: ReadManifest | null,
    found: { name: string; rows: number | null; sha256: string; dataDate: string | null },
  ): string | null {
    if (manifest === null) return null;
    if (typeof manifest.says === 'string') return manifest.says;
    const differences = manifestDifferences(manifest.says, found);
    return differences.length === 0 ? null : differenceReason(differences);
  }

  /** What a ledger notes of a comparison. */
  noteOf(manifest: ReadManifest, reason: string | null) {
    return { sha256: manifest.sha256, said: reason ?? matches };
  }

  /**
   * Compares files that have arrived with manifests that came later. One that differs is Failed if its import has not begun; otherwise the
   * ledger says what differs.
   */
  async compareLate(files: readonly (readonly [string, InboxFile])[]): Promise<void> {
    const present = new Map<string, string>();
    for (const [fileId, file] of files) {
      if (file.manifest == null) continue;
      const { version } = file.manifest;
      present.set(fileId, version);
      if (this.compared.get(fileId) === version) continue;
      // One that cannot be compared now is compared at the next look, and keeps no other from it.
      await this.compare(fileId, file).catch((err: unknown) => {
        present.delete(fileId);
        this.log.warn({ msg: 'a manifest could not be compared', fileId, err });
      });
    }
    this.compared = present;
  }

  /**
   * Compares a manifest without a file with the newest one of its name that was there before. Returns whether it is as that says, so that it
   * was taken out of the inbox, as is one that such a file left behind, and otherwise what is wrong with it; null if no such file was compared with
   * none yet.
   */
  async compareAlone(alone: InboxFile): Promise<'left' | string | null> {
    const found = await this.views
      .of(onecentralImportsView)
      .find({ name: alone.describes!, isDeleted: false, sha256: { $exists: true, $ne: '' } })
      .sort({ arrivedAt: -1 })
      .limit(1)
      .next();
    if (found === null) return null;
    const manifest = (await this.of({ ...alone, manifest: { ...alone, problem: null } }))!;
    // One that was compared with the file was to leave with it, and a process was killed in between.
    const isLeftBehind = manifest.sha256 !== '' && (await this.ledger.hasManifest(found._id, manifest.sha256));
    if (!isLeftBehind) {
      if (await this.ledger.hasManifest(found._id)) return null;
      const reason = this.reasonAgainst(manifest, found);
      await this.ledger.noteManifest(found._id, manifest.sha256, reason === null ? matches : tooLate(reason));
      if (reason !== null) return tooLate(reason);
    }
    const place = await this.ledger.placeOf(found._id);
    const to = place === 'done' || place === 'failed' ? place : 'removed';
    await this.inbox.remove(alone.key, manifest.sha256, to);
    this.inbox.takeShelved();
    await this.ledger.noteWaitingLeft(alone.key, to, new Date());
    return 'left';
  }

  private async compare(fileId: string, file: InboxFile): Promise<void> {
    const manifest = (await this.of(file))!;
    if (await this.ledger.hasManifest(fileId, manifest.sha256)) return;
    const found = await this.views.of(onecentralImportsView).findOne({ _id: fileId });
    // Its first event is not projected yet, or its content was never read.
    if (found?.sha256 === undefined) throw new Error('The file is not listed yet.');
    if (found.sha256 === '') return;
    const reason = this.reasonAgainst(manifest, found);
    if (reason === null) return this.ledger.noteManifest(fileId, manifest.sha256, matches);
    const by = systemContext(`onecentral/${fileId}/manifest/${manifest.sha256.slice(0, 16)}`);
    const { state } = await this.store
      .transact(onecentralImportStream, fileId, failArrived(reason), by)
      .then(() => this.store.load(onecentralImportStream, fileId));
    const said = state.status === 'Failed' ? reason : tooLate(reason);
    await this.ledger.noteManifest(fileId, manifest.sha256, said);
  }
}
