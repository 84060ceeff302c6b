import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { entryOf, type Block, type Head } from './heads.js';
import type { Entries } from './follow-heads.js';
import { fileLines } from './file-lines.js';
import type { SigningKey } from './signing-key.js';

const headFile = /^head-\d{6,}\.ndjson$/;
const partial = '.partial';
const abandonedMilliseconds = 24 * 3_600_000;

/** The public key beside the heads that it verifies. */
export const publicKeyFile = 'public-key.pem';

/** Heads of one key are in a folder named after the key. Another key begins its own chain, from the first event. */
export const folderOfKey = (folder: string, key: { fingerprint: string }): string => join(folder, key.fingerprint);

/** Files of heads, oldest first: those of a folder, or one given file. */
export async function headFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => headFile.test(name));
  return names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => join(path, name));
}

const numberOf = (name: string) => Number(/\d+/.exec(name)![0]);

/** Blocks and heads of a folder, or of a file made by concatenating such files. */
export async function* entriesOf(path: string): Entries {
  for (const file of await headFiles(path)) for await (const lines of fileLines(file)) yield* lines.map(entryOf);
}

/**
 * Writes one head and the blocks before it. The file appears whole, under a new name, and is never written again, so
 * the folder can be copied to write-once storage.
 */
export class HeadFile {
  private text: string[] = [];

  private constructor(
    private readonly folder: string,
    private readonly name: string,
    private readonly temporary: string,
    private readonly file: FileHandle,
  ) {}

  static async begin(folder: string, head: number, key: SigningKey): Promise<HeadFile> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeAbandoned(folder);
    await writeFile(join(folder, publicKeyFile), key.publicPem, { flag: 'wx', mode: 0o444 }).catch(unlessExists);
    const name = `head-${String(head).padStart(6, '0')}.ndjson`;
    const temporary = join(folder, `.${name}-${randomUUID()}${partial}`);
    return new HeadFile(folder, name, temporary, await open(temporary, 'wx', 0o444));
  }

  async add(entry: Block | Head): Promise<void> {
    this.text.push(`${JSON.stringify(entry)}\n`);
    if (this.text.length >= 500) await this.flush();
  }

  /** Moves the file to its place. False if another process published a head of this number first. */
  async publish(): Promise<boolean> {
    await this.flush();
    await this.file.sync();
    await this.file.close();
    try {
      await link(this.temporary, join(this.folder, this.name));
      await syncFolder(this.folder);
      return true;
    } catch (error) {
      unlessExists(error);
      return false;
    } finally {
      await rm(this.temporary, { force: true });
    }
  }

  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.temporary, { force: true });
  }

  private async flush(): Promise<void> {
    const text = this.text.join('');
    this.text = [];
    await this.file.appendFile(text);
  }
}

function unlessExists(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Removes temporary files of a process that ended while writing. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (!name.endsWith(partial)) continue;
    const since = await stat(file).catch(() => null);
    if (since !== null && Date.now() - since.mtimeMs > abandonedMilliseconds) await rm(file, { force: true });
  }
}
