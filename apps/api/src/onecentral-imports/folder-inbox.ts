import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Inbox, InboxFileChanged, InboxFileUnreadable, type InboxFile } from './inbox.js';

/** The name of the file beside another one that says that the other is complete: `members.csv.done`. */
const doneEnding = '.done';
/** Names under which programs write a file that is not complete yet. */
const isUnfinished = (name: string) =>
  name.startsWith('.') || /\.(?:tmp|part|partial|filepart|crdownload)$/i.test(name);

/** Begins the name under which a file lies while it is removed: its version follows. */
const takenName = '.taken-';
const takenAs = ({ modified, bytes }: Pick<InboxFile, 'modified' | 'bytes'>) =>
  `${takenName}${modified.getTime()}-${bytes}-`;

/** How long a share may take to answer. */
const answerMs = 20_000;
const chunkBytes = 256 * 1024;

/**
 * A folder, which may be on a network share. It is looked at again and again, because shares announce no changes. Only plain files directly
 * in it are seen: links are not followed, and folders are not entered.
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
    return inTime(listing);
  }

  private async listNow(): Promise<InboxFile[]> {
    const entries = await readdir(this.folder, { withFileTypes: true });
    const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    const files: InboxFile[] = [];
    for (const name of names) {
      if (name.endsWith(doneEnding) || isUnfinished(name)) continue;
      // A file that went since, or cannot be looked at, keeps the others from nothing.
      const found = await lstat(this.pathOf(name)).catch(() => null);
      if (found === null || !found.isFile()) continue;
      const isDone = names.has(`${name}${doneEnding}`) && (await this.isMarkerOf(name, found));
      files.push({ key: name, ...versionOf(found), isDone });
    }
    await this.endRemovals([...names].filter((name) => name.startsWith(takenName)));
    return files;
  }

  /** Removes files whose removal was cut off before this listing and the last. A file of another version than was removed stays. */
  private async endRemovals(taken: readonly string[]): Promise<void> {
    for (const name of taken.filter((each) => this.leftovers.has(each))) {
      const found = await lstat(this.pathOf(name)).catch(() => null);
      if (found !== null && name.startsWith(takenAs(versionOf(found))))
        await unlink(this.pathOf(name)).catch(() => null);
    }
    this.leftovers = new Set(taken);
  }

  /** Whether the marker beside a file is about it, and was not left beside an earlier file of the name. */
  private async isMarkerOf(name: string, { mtimeMs }: Stats): Promise<boolean> {
    const marker = await lstat(this.pathOf(`${name}${doneEnding}`)).catch(() => null);
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

  async remove(file: Pick<InboxFile, 'key' | 'modified' | 'bytes'>): Promise<void> {
    const path = this.pathOf(file.key);
    const found = await inTime(lstat(path).catch(() => null));
    if (found === null || !isSame(found, file)) return;
    // Under a name that is not listed, so that a newer file that the sender puts in its place meanwhile is never deleted.
    const aside = join(this.folder, `${takenAs(file)}${randomUUID()}`);
    await inTime(rename(path, aside));
    if (!isSame(await inTime(lstat(aside)), file)) return void (await inTime(rename(aside, path)));
    await inTime(unlink(aside));
    // A newer file has come with a marker of its own.
    if ((await inTime(lstat(path).catch(() => null))) === null)
      await inTime(unlink(`${path}${doneEnding}`).catch(() => undefined));
  }

  /** Throws for a name that is a path. */
  private pathOf(key: string): string {
    if (key === '' || key === '.' || key === '..' || basename(key) !== key || key.includes('\\') || key.includes('\0'))
      throw new Error('The name of a file in the inbox is no path.');
    return join(this.folder, key);
  }
}

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

const versionOf = ({ mtimeMs, size }: Stats) => ({ modified: new Date(Math.trunc(mtimeMs)), bytes: size });

function isSame(found: Stats, { modified, bytes }: Pick<InboxFile, 'modified' | 'bytes'>): boolean {
  const now = versionOf(found);
  return found.isFile() && now.bytes === bytes && now.modified.getTime() === modified.getTime();
}

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
