import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const cacheHome = () => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'superscope');

/**
 * The folder `name` of this user's cache, filled once by `fill` however many suites ask for it at the same time. It appears whole
 * or not at all. Throws what `fill` throws.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cacheHome(), name);
  if (existsSync(folder)) return folder;
  const release = await lock(`${folder}.lock`);
  try {
    if (existsSync(folder)) return folder;
    const partial = `${folder}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true });
    await fill(partial);
    renameSync(partial, folder);
    return folder;
  } finally {
    release();
  }
}

/** Waits while a living process holds the file. */
async function lock(file: string): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (!isAlive(holderOf(file))) rmSync(file, { force: true });
    else await delay(200);
  }
}

/** NaN while it is being written, or when it has just gone. */
const holderOf = (file: string): number => {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return NaN;
  }
};

const isAlive = (pid: number): boolean => {
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
