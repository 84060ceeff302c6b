import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { describedBy, isManifest, manifestsAmong } from './file-manifest.js';
import { absent, chunkBytes, codeOfError, inTime, steps } from './folder-access.js';
import {
  Inbox,
  InboxFileChanged,
  InboxFileUnreadable,
  shelves,
  type Destination,
  type InboxFile,
  type Removal,
  type Shelf,
  type Shelved,
} from './inbox.js';
import { TakenFiles } from './taken-files.js';

/** The name of the file beside another one that says that the other is complete: `members.csv.done`. */
const doneEnding = '.done';
/** Markers are empty or hold a line. A larger file of such a name is left alone. */
const mostMarkerBytes = 1024;
/** Names under which programs write a file that is not complete yet. */
const isUnfinished = (name: string) =>
  name.startsWith('.') || /\.(?:tmp|part|partial|filepart|crdownload)$/i.test(name);

/** How long a file without content, or a marker without a file, waits for what it lacks. */
const lackingRestsMs = 60_000;
/**
 * How long a file rests, unchanged, that its name calls unfinished. Programs rename such files; one that was cut off stays, and is listed
 * within two minutes like any entry.
 */
const unfinishedRestsMs = 90_000;

const problems = {
  link: 'This is a link. Links are not followed: leave the file itself.',
  folder: 'This is a folder. Folders are not entered: leave its files in the inbox itself.',
  special: 'This is neither a file nor a folder, and cannot be imported.',
  backslash: 'The name of the file has a backslash. Rename the file.',
  bytes: 'The name of the file is not in UTF-8. Rename the file.',
  unseen: 'The file cannot be looked at. Let the portal read it, and leave it in the inbox again.',
  unfinished: 'Its name says that the file is not complete. Rename the file once it is whole.',
  shelf: 'The portal puts files that are done with into a folder of this name. Rename what is called so.',
  manifestAlone: 'This manifest stands beside no file. Leave the file that it is about.',
  alone: 'This marker stands beside no file. Leave the file that it is about.',
} as const;

/**
 * A folder, which may be on a network share. It is looked at again and again, because shares announce no changes. Every entry of it is
 * listed, but only plain files directly in it are read: links are not followed, and folders are not entered.
 */
export class FolderInbox extends Inbox {
  readonly source = 'folder';
  /** A listing that did not answer in time. Until it does, no other one is begun. */
  private unanswered: Promise<unknown> | null = null;
  private readonly taken: TakenFiles;
  /** Files that failed lie there until they are Complete, deleted, or of 30 days ago. */
  private readonly failed: TakenFiles;

  constructor(private readonly folder: string) {
    super();
    this.taken = new TakenFiles(folder, folder, (key) => this.removeMarkerOf(this.pathOf(key)));
    this.failed = new TakenFiles(join(folder, 'failed' satisfies Shelf), folder);
  }

  async list(): Promise<InboxFile[]> {
    if (this.unanswered !== null) throw new Error('The folder does not answer.');
    const listing = this.listNow();
    this.unanswered = listing.then(
      () => (this.unanswered = null),
      () => (this.unanswered = null),
    );
    const { files, taken } = await inTime(listing);
    // Content is read for it, which takes longer than a listing may.
    await this.taken.endCutOff(taken);
    await this.failed.endCutOff(await this.takenOfFailed());
    return files;
  }

  private async listNow(): Promise<{ files: InboxFile[]; taken: string[] }> {
    // As bytes, because a name that is not in UTF-8 finds no file once it is a string.
    const entries = await readdir(this.folder, { encoding: 'buffer' });
    const names = new Set(entries.map(String));
    const manifests = manifestsAmong(names);
    const manifestOf = new Map<string, InboxFile>();
    const files: InboxFile[] = [];
    const taken: string[] = [];
    for (const entry of entries) {
      const name = entry.toString();
      const found = await this.looked(entry);
      // It went since.
      if (found === null) continue;
      if (TakenFiles.isTaken(name) && found?.isDirectory()) {
        taken.push(name);
        continue;
      }
      if (isShelf(name) && found?.isDirectory()) continue;
      // Whatever else has the name of a marker is listed as what it is.
      if (found?.isFile() && name.endsWith(doneEnding) && names.has(name.slice(0, -doneEnding.length))) continue;
      const about = manifests.get(name);
      const listed = await this.listed(entry, found, names, about !== undefined);
      if (about === undefined) files.push(listed);
      else manifestOf.set(about, listed);
    }
    return { files: files.map((file) => ({ ...file, manifest: manifestOf.get(file.key) ?? null })), taken };
  }

  /** What lies there under a name; null if nothing does, and undefined if it cannot be looked at. */
  private async looked(entry: Buffer): Promise<Stats | null | undefined> {
    const path = Buffer.concat([Buffer.from(`${this.folder}${sep}`), entry]);
    return lstat(path).catch(({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? null : undefined));
  }

  private async listed(
    entry: Buffer,
    found: Stats | undefined,
    names: ReadonlySet<string>,
    /** It is the manifest of a file that is there. */
    isDescribing: boolean,
  ): Promise<InboxFile> {
    const name = entry.toString();
    const isText = Buffer.from(name).equals(entry);
    // Each byte as a character, which reads well for the names that Windows programs wrote.
    const key = isText ? name : entry.toString('latin1');
    const unfit = (problem: string, version: string, restsMilliseconds = 0): InboxFile => ({
      key,
      modified: new Date(Math.trunc(found?.mtimeMs ?? 0)),
      bytes: found?.isFile() ? found.size : 0,
      version: isText ? version : `bytes/${version}`,
      changed: Infinity,
      isDone: false,
      restsMilliseconds,
      problem,
    });
    if (found === undefined) return unfit(problems.unseen, 'unseen', lackingRestsMs);
    if (isShelf(name)) return unfit(problems.shelf, `shelf/${found.ino}`);
    if (found.isSymbolicLink()) return unfit(problems.link, `link/${versionOf(found).version}`);
    // Its times change with what is put into it.
    if (found.isDirectory()) return unfit(problems.folder, `folder/${found.ino}`);
    if (!found.isFile()) return unfit(problems.special, `special/${found.ino}`);
    const { version } = versionOf(found);
    if (!isText) return unfit(problems.bytes, version);
    if (name.includes('\\')) return unfit(problems.backslash, version);
    if (isUnfinished(name)) return unfit(problems.unfinished, version, unfinishedRestsMs);
    if (name.endsWith(doneEnding)) return unfit(problems.alone, version, lackingRestsMs);
    if (isManifest(name) && !isDescribing)
      return {
        ...unfit(problems.manifestAlone, version, lackingRestsMs),
        describes: describedBy(name),
      };
    return {
      key,
      ...versionOf(found),
      isDone: names.has(`${name}${doneEnding}`) && (await this.isMarkerOf(name, found)),
      // Its sender has made it, and may still write it.
      restsMilliseconds: found.size === 0 ? lackingRestsMs : 0,
      problem: null,
    };
  }

  /** Which files were being taken out of the folder for failed ones. A folder that cannot be read has none. */
  private async takenOfFailed(): Promise<string[]> {
    if (!(await this.hasShelf('failed'))) return [];
    return (await inTime(readdir(join(this.folder, 'failed'))).catch(() => [])).filter((name) =>
      TakenFiles.isTaken(name),
    );
  }

  /** Whether a folder for files that are done with is there, and no link. */
  private async hasShelf(shelf: Shelf): Promise<boolean> {
    const found = await inTime(lstat(join(this.folder, shelf))).catch(() => null);
    return found?.isDirectory() === true;
  }

  /** Whether the marker beside a file is about it, and was not left beside an earlier file of the name. */
  private async isMarkerOf(name: string, { mtimeMs }: Stats): Promise<boolean> {
    const marker = await lstat(join(this.folder, `${name}${doneEnding}`)).catch(() => null);
    return marker !== null && marker.isFile() && marker.mtimeMs >= mtimeMs;
  }

  async *read(file: InboxFile): AsyncGenerator<Uint8Array> {
    const path = this.pathOf(file.key);
    // A pipe that came to lie there would otherwise wait for its writer.
    const handle = await inTime(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)).catch(
      unreadable(file),
    );
    try {
      const requireSame = async () => {
        if (!isSame(await inTime(handle.stat()), file)) throw new InboxFileChanged(file.key);
      };
      await requireSame();
      for (let at = 0; at < file.bytes;) {
        const { bytesRead, buffer } = await inTime(handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes, at)).catch(
          unreadable(file),
        );
        if (bytesRead === 0) break;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
      await requireSame();
    } finally {
      await handle.close().catch(() => undefined);
    }
  }

  async remove(key: string, sha256: string, to: Destination = 'removed', from: Shelf | null = null): Promise<Removal> {
    this.pathOf(key);
    if (from !== null) return (await this.hasShelf(from)) ? this.failed.leave(key, sha256, to) : 'gone';
    return this.taken.leave(key, sha256, to);
  }

  override takeShelved(): Shelved[] {
    return [...this.taken.takeShelved(), ...this.failed.takeShelved()];
  }

  /** Unless a newer file has come, perhaps with a marker of its own. */
  private async removeMarkerOf(path: string): Promise<void> {
    if ((await inTime(lstat(path)).catch(absent)) !== null) return;
    const marker = `${path}${doneEnding}`;
    const found = await inTime(lstat(marker)).catch(() => null);
    if (found?.isFile() && found.size <= mostMarkerBytes) await inTime(steps.unlink(marker)).catch(() => undefined);
  }

  /** Throws for a name that is a path. */
  private pathOf(key: string): string {
    if (key === '' || key === '.' || key === '..' || basename(key) !== key || key.includes('\\') || key.includes('\0'))
      throw new Error('The name of a file in the inbox is no path.');
    return join(this.folder, key);
  }
}

const isShelf = (name: string) => shelves.some((each) => each === name);

/** What is a file's own fault. A share that is away, or a portal with too many files open, is no file's. */
const faultsOfFile: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ELOOP', 'EISDIR']);

/** Throws what a system's error means for a file; any other error, such as of a share that is away, as it is. */
const unreadable =
  ({ key }: InboxFile) =>
  (error: unknown): never => {
    const code = codeOfError(error);
    if (code === 'ENOENT') throw new InboxFileChanged(key);
    throw faultsOfFile.has(code) ? new InboxFileUnreadable(code) : error;
  };

/** Writers may set the time of writing, and copies keep it. Nobody sets the time of the change (ctime), so it tells a copy from its original. */
const versionOf = ({ mtimeMs, ctimeMs, size }: Stats) => ({
  modified: new Date(Math.trunc(mtimeMs)),
  bytes: size,
  version: [mtimeMs, size, ctimeMs].map(Math.trunc).join('/'),
  changed: Math.trunc(ctimeMs),
});

const isSame = (found: Stats, { version }: InboxFile): boolean =>
  found.isFile() && versionOf(found).version === version;
