import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rmdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { absent, besides, codeOfError, digestOf, inTime, noLinks, steps } from './folder-access.js';
import type { Destination, Removal, Shelf, Shelved } from './inbox.js';

/**
 * Begins the name of the folder in which a file lies while it leaves. The digest follows of the content that may leave, and at the end to
 * which folder it goes; none for a file that is deleted.
 */
const takenName = '.taken-';
const takenFolder = /^\.taken-([0-9a-f]{64})-[0-9a-f]{8}(?:\.(done|failed))?$/;

/** The folder for files that are done with cannot be used: it is a link, or no folder. */
class ShelfUnusable extends Error {
  readonly code = 'ENOTDIR';
  constructor(shelf: Shelf) {
    super(`What is called ${shelf} is no folder.`);
    this.name = 'ShelfUnusable';
  }
}

/** What stands in the way of reading something as a plain file. */
const noPlainFile: ReadonlySet<string> = new Set(['ELOOP', 'EISDIR', 'ENXIO', 'EMLINK']);

/**
 * Takes files out of a folder by their content. A file is moved into a folder of its own first and read there, so that what its sender
 * writes under its name meanwhile never leaves. If it is not what may leave, it is put back. Nothing is written over.
 */
export class TakenFiles {
  /** Taken files of the last look whose leaving was cut off, because the share went or a process was killed. */
  private leftovers: ReadonlySet<string> = new Set();
  private readonly shelved: Shelved[] = [];

  constructor(
    private readonly folder: string,
    /** The inbox, in which the folders for files lie that are done with. */
    private readonly inbox: string,
    /**
     * Takes away what lies beside a file that is about to leave. As long as the file has not left, a removal that was cut off ends it again, so
     * nothing stays behind.
     */
    private readonly takeBeside: (key: string) => Promise<void> = () => Promise.resolve(),
  ) {}

  static isTaken(name: string): boolean {
    return takenFolder.test(name);
  }

  /** What was put into the folders for files that are done with since this was called last. */
  takeShelved(): Shelved[] {
    return this.shelved.splice(0);
  }

  /** Takes the file of a name, which is no path, out of the folder if its content has this digest. Throws if the folder does not allow it. */
  async leave(key: string, sha256: string, to: Destination): Promise<Removal> {
    const path = join(this.folder, key);
    const found = await inTime(lstat(path)).catch(absent);
    if (found === null) return 'gone';
    // A link or a folder, or something else by now: it is not moved for nothing.
    if (!found.isFile()) return 'other';
    const digest = await digestOf(path).catch(absent);
    if (digest !== sha256) return digest === null ? 'gone' : 'other';
    if (to !== 'removed') await this.openShelf(to);
    const ending = to === 'removed' ? '' : `.${to}`;
    const aside = `${takenName}${sha256}-${randomBytes(4).toString('hex')}${ending}`;
    await inTime(mkdir(join(this.folder, aside), { mode: 0o700 }));
    try {
      await inTime(steps.rename(path, join(this.folder, aside, key)));
    } catch (error) {
      await inTime(rmdir(join(this.folder, aside))).catch(() => undefined);
      absent(error);
      return 'gone';
    }
    return (await this.end(aside)) ? 'removed' : 'other';
  }

  /** Ends what was cut off before this look and the last. `taken` are the names that `isTaken` says are such. */
  async endCutOff(taken: readonly string[]): Promise<void> {
    for (const name of taken.filter((each) => this.leftovers.has(each)))
      // One that cannot be ended now is ended later, and keeps no other file from anything.
      await this.end(name).catch(() => undefined);
    this.leftovers = new Set(taken);
  }

  /** Returns whether nothing had to be put back. */
  private async end(taken: string): Promise<boolean> {
    const [, sha256, shelf] = takenFolder.exec(taken)! as unknown as [string, string, Shelf | undefined];
    const aside = join(this.folder, taken);
    let hasLeft = true;
    for (const key of await inTime(readdir(aside))) {
      const path = join(aside, key);
      if (!(await isContent(path, sha256))) {
        hasLeft = false;
        await this.putBack(path, key);
        continue;
      }
      await this.takeBeside(key);
      if (shelf === undefined) await inTime(steps.unlink(path));
      else this.shelved.push({ key, sha256, shelf, keptAs: await this.shelve(path, key, shelf, sha256) });
    }
    await inTime(rmdir(aside));
    return hasLeft;
  }

  /** Puts a file back under its name, or under one like it if another one has come meanwhile. */
  private async putBack(aside: string, key: string): Promise<void> {
    for (const name of [key, besides(key, randomBytes(4).toString('hex'))])
      if (await movedTo(aside, join(this.folder, name))) return;
    throw new Error('A file could not be put back.');
  }

  /** Moves a file into a folder for files that are done with, and returns its name there. The same content under its name is enough. */
  private async shelve(path: string, key: string, shelf: Shelf, sha256: string): Promise<string> {
    const folder = await this.openShelf(shelf);
    const arriving = await broughtTo(folder, path, sha256);
    for (const name of [key, besides(key, sha256.slice(0, 8)), besides(key, randomBytes(4).toString('hex'))]) {
      const target = join(folder, name);
      if (!(await isContent(target, sha256)) && !(await movedTo(arriving, target))) continue;
      for (const each of [arriving, path]) await inTime(steps.unlink(each)).catch(absent);
      return name;
    }
    throw new Error('A file that is done with could not be moved.');
  }

  /** The path of a folder for files that are done with, which everybody may enter who may enter the inbox. Throws ShelfUnusable. */
  private async openShelf(shelf: Shelf): Promise<string> {
    const path = join(this.inbox, shelf);
    const { mode } = await inTime(lstat(this.inbox));
    // Another process may make it at the same time.
    await inTime(mkdir(path, { mode: mode & 0o777 })).catch((error: unknown) => {
      if (codeOfError(error) !== 'EEXIST') throw error;
    });
    if (!(await inTime(lstat(path))).isDirectory()) throw new ShelfUnusable(shelf);
    return path;
  }
}

async function isContent(path: string, sha256: string): Promise<boolean> {
  try {
    const before = await inTime(lstat(path));
    if (!before.isFile() || (await digestOf(path)) !== sha256) return false;
    // Its sender may still write it, wherever it lies.
    const after = await inTime(lstat(path));
    return before.size === after.size && before.mtimeMs === after.mtimeMs;
  } catch (error) {
    if (noPlainFile.has(codeOfError(error)) || codeOfError(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Moves a file to a name that nothing has. Returns whether it was so. */
async function movedTo(from: string, to: string): Promise<boolean> {
  try {
    await inTime(steps.link(from, to));
  } catch (error) {
    if (codeOfError(error) === 'EEXIST') return false;
    // A share without hard links.
    if (!noLinks.has(codeOfError(error))) throw error;
    if ((await inTime(lstat(to)).catch(absent)) !== null) return false;
    await inTime(steps.rename(from, to));
    return true;
  }
  await inTime(steps.unlink(from));
  return true;
}

/**
 * Brings a file into another folder, under a name that its content gives, so that one that was cut off is replaced by the next. A folder of
 * another file system gets a copy. Throws if that is not whole.
 */
async function broughtTo(folder: string, path: string, sha256: string): Promise<string> {
  const arriving = join(folder, `.arriving-${sha256}`);
  await inTime(steps.unlink(arriving)).catch(absent);
  try {
    await inTime(steps.link(path, arriving));
    return arriving;
  } catch (error) {
    if (codeOfError(error) !== 'EXDEV' && !noLinks.has(codeOfError(error))) throw error;
  }
  await copyFile(path, arriving, constants.COPYFILE_EXCL);
  const { atime, mtime } = await inTime(lstat(path));
  await inTime(utimes(arriving, atime, mtime)).catch(() => undefined);
  if ((await digestOf(arriving)) !== sha256) throw new Error('A file that is done with was not copied whole.');
  return arriving;
}
