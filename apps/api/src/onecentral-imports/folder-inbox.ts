import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Inbox, InboxFileChanged, InboxFileUnreadable, type InboxFile, type Removal } from './inbox.js';

/** The name of the file beside another one that says that the other is complete: `members.csv.done`. */
const doneEnding = '.done';
/** Markers are empty or hold a line. A larger file of such a name is left alone. */
const mostMarkerBytes = 1024;
/** Names under which programs write a file that is not complete yet. */
const isUnfinished = (name: string) =>
  name.startsWith('.') || /\.(?:tmp|part|partial|filepart|crdownload)$/i.test(name);

/** Begins the name of the folder in which a file lies while it is removed. The digest follows of the content that may be removed. */
const takenName = '.taken-';
const takenFolder = /^\.taken-([0-9a-f]{64})-[0-9a-f]{8}$/;

/** How long a share may take to answer. */
const answerMs = 20_000;
const chunkBytes = 256 * 1024;
/** How long a file without content, or a marker without a file, waits for what it lacks. */
const lackingRestsMs = 60_000;
/** How long a file waits that its name calls unfinished. Programs rename such files; one that was cut off stays. */
const unfinishedRestsMs = 10 * 60_000;

const problems = {
  link: 'This is a link. Links are not followed: leave the file itself.',
  folder: 'This is a folder. Folders are not entered: leave its files in the inbox itself.',
  special: 'This is neither a file nor a folder, and cannot be imported.',
  backslash: 'The name of the file has a backslash. Rename the file.',
  bytes: 'The name of the file is not in UTF-8. Rename the file.',
  unseen: 'The file cannot be looked at. Let the portal read it, and leave it in the inbox again.',
  unfinished: 'Its name says that the file is not complete. Rename the file once it is whole.',
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
  /** Files of the last listing whose removal was cut off, because the share went or a process was killed. */
  private leftovers: ReadonlySet<string> = new Set();

  constructor(private readonly folder: string) {
    super();
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
    await this.endRemovals(taken);
    return files;
  }

  private async listNow(): Promise<{ files: InboxFile[]; taken: string[] }> {
    // As bytes, because a name that is not in UTF-8 finds no file once it is a string.
    const entries = await readdir(this.folder, { encoding: 'buffer' });
    const names = new Set(entries.map(String));
    const files: InboxFile[] = [];
    const taken: string[] = [];
    for (const entry of entries) {
      const name = entry.toString();
      if (takenFolder.test(name)) {
        taken.push(name);
        continue;
      }
      const found = await this.looked(entry);
      // It went since.
      if (found === null) continue;
      const isMarker = name.endsWith(doneEnding) && names.has(name.slice(0, -doneEnding.length));
      if (!isMarker) files.push(await this.listed(entry, found, names));
    }
    return { files, taken };
  }

  /** What lies there under a name; null if nothing does, and undefined if it cannot be looked at. */
  private async looked(entry: Buffer): Promise<Stats | null | undefined> {
    const path = Buffer.concat([Buffer.from(`${this.folder}${sep}`), entry]);
    return lstat(path).catch(({ code }: NodeJS.ErrnoException) => (code === 'ENOENT' ? null : undefined));
  }

  private async listed(entry: Buffer, found: Stats | undefined, names: ReadonlySet<string>): Promise<InboxFile> {
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
    if (found.isSymbolicLink()) return unfit(problems.link, `link/${versionOf(found).version}`);
    // Its times change with what is put into it.
    if (found.isDirectory()) return unfit(problems.folder, `folder/${found.ino}`);
    if (!found.isFile()) return unfit(problems.special, `special/${found.ino}`);
    const { version } = versionOf(found);
    if (!isText) return unfit(problems.bytes, version);
    if (name.includes('\\')) return unfit(problems.backslash, version);
    if (isUnfinished(name)) return unfit(problems.unfinished, version, unfinishedRestsMs);
    if (name.endsWith(doneEnding)) return unfit(problems.alone, version, lackingRestsMs);
    return {
      key,
      ...versionOf(found),
      isDone: names.has(`${name}${doneEnding}`) && (await this.isMarkerOf(name, found)),
      // Its sender has made it, and may still write it.
      restsMilliseconds: found.size === 0 ? lackingRestsMs : 0,
      problem: null,
    };
  }

  /** Ends removals that were cut off before this listing and the last. Content other than was to be removed is put back. */
  private async endRemovals(taken: readonly string[]): Promise<void> {
    for (const name of taken.filter((each) => this.leftovers.has(each))) {
      const aside = join(this.folder, name);
      // One that cannot be ended now is ended later, and keeps no other file from anything.
      await this.endRemoval(aside, takenFolder.exec(name)![1]!).catch(() => undefined);
    }
    this.leftovers = new Set(taken);
  }

  /** Returns whether nothing had to be put back. */
  private async endRemoval(aside: string, sha256: string): Promise<boolean> {
    let isRemoved = true;
    for (const key of await inTime(readdir(aside))) {
      const path = join(aside, key);
      if ((await this.digestOf(path)) === sha256) await inTime(unlink(path));
      else {
        isRemoved = false;
        await this.putBack(path, key);
      }
    }
    await inTime(rmdir(aside));
    return isRemoved;
  }

  /** Whether the marker beside a file is about it, and was not left beside an earlier file of the name. */
  private async isMarkerOf(name: string, { mtimeMs }: Stats): Promise<boolean> {
    const marker = await lstat(join(this.folder, `${name}${doneEnding}`)).catch(() => null);
    return marker !== null && marker.isFile() && marker.mtimeMs >= mtimeMs;
  }

  async *read(file: InboxFile): AsyncGenerator<Uint8Array> {
    const path = this.pathOf(file.key);
    const handle = await inTime(open(path, constants.O_RDONLY | constants.O_NOFOLLOW)).catch(unreadable(file));
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

  async remove(key: string, sha256: string): Promise<Removal> {
    const path = this.pathOf(key);
    const found = await inTime(lstat(path)).catch(absent);
    if (found === null) return 'gone';
    // A link or a folder, or something else by now: it is not moved for nothing.
    if (!found.isFile() || (await this.digestOf(path)) !== sha256) return 'other';
    // Moved first, so that what the sender writes under the name meanwhile is never removed.
    const aside = join(this.folder, `${takenName}${sha256}-${randomBytes(4).toString('hex')}`);
    await inTime(mkdir(aside, { mode: 0o700 }));
    try {
      await inTime(rename(path, join(aside, key)));
    } catch (error) {
      await inTime(rmdir(aside)).catch(() => undefined);
      if (absent(error) === null) return 'gone';
    }
    if (!(await this.endRemoval(aside, sha256))) return 'other';
    await this.removeMarkerOf(path);
    return 'removed';
  }

  /** Puts a file back under its name, or under one like it if another one has come meanwhile. Nothing is written over. */
  private async putBack(aside: string, key: string): Promise<void> {
    const dot = key.lastIndexOf('.') > 0 ? key.lastIndexOf('.') : key.length;
    const besides = `${key.slice(0, Math.min(dot, 60))}~${randomBytes(4).toString('hex')}${key.slice(dot).slice(0, 60)}`;
    for (const name of [key, besides]) {
      const path = join(this.folder, name);
      try {
        await inTime(link(aside, path));
        return await inTime(unlink(aside));
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST') continue;
        // A share without hard links.
        if (!noLinks.has(code)) throw error;
        if ((await inTime(lstat(path)).catch(absent)) === null) return await inTime(rename(aside, path));
      }
    }
    throw new Error('A file could not be put back.');
  }

  /** A newer file has come with a marker of its own. */
  private async removeMarkerOf(path: string): Promise<void> {
    if ((await inTime(lstat(path)).catch(absent)) !== null) return;
    const marker = `${path}${doneEnding}`;
    const found = await inTime(lstat(marker)).catch(() => null);
    if (found?.isFile() && found.size <= mostMarkerBytes) await inTime(unlink(marker)).catch(() => undefined);
  }

  /** SHA-256 in hex of a plain file, as it is from its beginning to its end. */
  private async digestOf(path: string): Promise<string> {
    const handle = await inTime(open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.alloc(chunkBytes);
      for (let at = 0; ;) {
        const { bytesRead } = await inTime(handle.read(buffer, 0, chunkBytes, at));
        if (bytesRead === 0) return hash.digest('hex');
        hash.update(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
    } finally {
      await handle.close().catch(() => undefined);
    }
  }

  /** Throws for a name that is a path. */
  private pathOf(key: string): string {
    if (key === '' || key === '.' || key === '..' || basename(key) !== key || key.includes('\\') || key.includes('\0'))
      throw new Error('The name of a file in the inbox is no path.');
    return join(this.folder, key);
  }
}

/** Null for the error that nothing lies there. Throws any other. */
function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** What file systems without hard links answer. */
const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/** What is a file's own fault. A share that is away, or a portal with too many files open, is no file's. */
const faultsOfFile: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ELOOP', 'EISDIR']);

/** Throws what a system's error means for a file; any other error, such as of a share that is away, as it is. */
const unreadable =
  ({ key }: InboxFile) =>
  (error: unknown): never => {
    const { code = '' } = error as NodeJS.ErrnoException;
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

/** Rejects if a share does not answer in time. */
async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  const answered = new AbortController();
  const late = delay(answerMs, null, { signal: answered.signal, ref: false }).then(() => {
    throw new Error('The folder does not answer.');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    answered.abort();
  }
}
