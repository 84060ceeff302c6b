import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const cacheHome = () => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'superscope');

/** The path of a folder of this user's cache that a program fills and changes itself. */
export const cacheFolder = (name: string): string => join(cacheHome(), name);

/**
 * The folder `name` of this user's cache. `fill` runs once, even when several suites need the folder at the same time. The folder appears
 * complete or not at all. Throws the errors of `fill`.
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

/** Takes the lock file, waiting while a running process holds it. */
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

/** The pid of the holder; NaN while the file is being written or was just removed. */
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
