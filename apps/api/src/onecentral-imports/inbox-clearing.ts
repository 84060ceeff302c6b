import { Injectable, Logger } from '@nestjs/common';
import { codeOfError } from './folder-access.js';
import { Inbox, type Destination, type InboxFile, type Removal } from './inbox.js';
import { InboxLedger } from './inbox-ledger.js';
import { ManifestCheck } from './manifest-check.js';
import { InboxState } from './inbox-state.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralSettings } from './onecentral-settings.js';

const dayMs = 24 * 60 * 60_000;

/** Takes files that are done with out of the inbox. Every look does it anew, so a crash in between only delays it. */
@Injectable()
export class InboxClearing {
  private readonly log = new Logger('OneCentral');
  /** Files that could not be taken out, for example because the inbox may only be read: how often that was tried, and until when they wait, in ms. */
  private staying = new Map<string, { tries: number; notBefore: number }>();

  constructor(
    private readonly inbox: Inbox,
    private readonly ledger: InboxLedger,
    private readonly list: OnecentralFileList,
    private readonly state: InboxState,
    private readonly manifests: ManifestCheck,
    private readonly settings: OnecentralSettings,
  ) {}

  /** Takes out the file of a name if its content has this digest, and notes it. Throws if the inbox does not allow it. */
  async remove(
    fileId: string,
    file: Pick<InboxFile, 'key' | 'manifest'>,
    sha256: string,
    to: Destination = 'removed',
  ): Promise<Removal> {
    await this.ledger.noteLeaving(fileId, to);
    const removal = await this.inbox.remove(file.key, sha256, to);
    await this.noteShelved();
    await this.ledger.noteRemoval(fileId, removal, to, new Date());
    // The manifest of what left goes with it. One of other content is about the next file of the name.
    if (removal === 'removed' && file.manifest != null) await this.removeManifest(fileId, file, to);
    return removal;
  }

  private async removeManifest(
    fileId: string,
    { manifest }: Pick<InboxFile, 'manifest'>,
    to: Destination,
  ): Promise<void> {
    try {
      const read = await this.manifests.of({ ...manifest!, manifest: manifest ?? null });
      if (read !== null && read.sha256 !== '' && (await this.ledger.hasManifest(fileId, read.sha256)))
        await this.inbox.remove(manifest!.key, read.sha256, to);
      this.inbox.takeShelved();
    } catch (err) {
      this.log.warn({ msg: 'a manifest stays in the inbox', fileId, code: codeOfError(err) });
    }
  }

  /** Removes a deleted file that had failed, if it lies in the folder for such, and returns whether it did. */
  async removeFailed(fileId: string, sha256: string): Promise<boolean> {
    const kept = (await this.ledger.failed()).find((each) => each.fileId === fileId);
    if (kept !== undefined) await this.leaveFailed(kept, sha256, 'removed');
    return kept !== undefined;
  }

  /** Notes what came to lie in the folders for files that are done with, also of removals that were cut off before. */
  async noteShelved(): Promise<void> {
    const shelved = this.inbox.takeShelved();
    if (shelved.length > 0) await this.ledger.noteShelved(shelved, new Date());
  }

  /**
   * Takes out what is done with of the files that have arrived, where their content is the one that arrived, and returns those of which
   * other content lies there: that is another file. One that stays is tried ever more rarely, because a share may only have been away.
   */
  async clear(ids: ReadonlyMap<string, InboxFile>, arrived: Map<string, string>): Promise<Map<string, string>> {
    await this.noteShelved();
    this.staying = new Map([...this.staying].filter(([fileId]) => ids.has(fileId)));
    const others = new Map<string, string>();
    const now = performance.now();
    const lying: string[] = [];
    const present = new Map([...arrived].map(([fileId, arrivedAs]) => [arrivedAs, fileId]));
    for (const { fileId: arrivedAs, sha256, hasNumbers, to } of await this.list.leavingAmong([...present.keys()])) {
      const fileId = present.get(arrivedAs)!;
      if (hasNumbers) lying.push(arrivedAs);
      if (to === null || (this.staying.get(fileId)?.notBefore ?? 0) > now) continue;
      try {
        const removal = await this.remove(arrivedAs, ids.get(fileId)!, sha256, to);
        if (removal === 'other') others.set(fileId, sha256);
        if (hasNumbers) lying.pop();
        arrived.delete(fileId);
      } catch (err) {
        const tries = (this.staying.get(fileId)?.tries ?? 0) + 1;
        this.staying.set(fileId, { tries, notBefore: performance.now() + this.settings.waitAfterTry(tries) });
        if (tries === 1)
          this.log.warn({ msg: 'a file that is done with stays in the inbox', fileId, code: codeOfError(err) });
      }
    }
    await this.state.noteAllLying(lying, new Set([...arrived.values()]));
    return others;
  }

  /** Takes files out of the folder for failed ones that were imported or deleted since, or have lain there for their days. */
  async clearFailed(now: Date): Promise<void> {
    const kept = new Map((await this.ledger.failed()).map((file) => [file.fileId, file]));
    if (kept.size === 0) return;
    const before = now.getTime() - this.settings.failedDays * dayMs;
    for (const { fileId, sha256, to } of await this.list.leavingAmong([...kept.keys()])) {
      const file = kept.get(fileId)!;
      const isOld = file.placedAt.getTime() < before;
      if ((!isOld && (to === null || to === 'failed')) || sha256 === '') continue;
      // One that cannot be taken out now is at the next look, and keeps no other from it.
      await this.leaveFailed(file, sha256, isOld ? 'removed' : to!).catch((err: unknown) =>
        this.log.warn({ msg: 'a file that had failed stays in its folder', fileId, code: codeOfError(err) }),
      );
    }
  }

  private async leaveFailed(
    { fileId, keptAs, isShared }: { fileId: string; keptAs: string; isShared: boolean },
    sha256: string,
    to: Destination,
  ): Promise<void> {
    // It stays there as the file of another line.
    const removal = isShared ? 'removed' : await this.inbox.remove(keptAs, sha256, to, 'failed');
    await this.noteShelved();
    await this.ledger.noteRemoval(fileId, removal, isShared ? 'removed' : to, new Date());
  }
}
