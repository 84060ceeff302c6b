import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { writeOwnerOnly } from './owner-only.js';

/** Held while one process owns a data folder; `release` may be called more than once. */
export type DataLock = { release(): void };

/** Names the holder, for people. */
const HOLDER = 'engine.lock';
/**
 * Locked by the holder by means of SQLite. The kernel lets go of it when the process ends, however it ends, and shows it to every process:
 * a pid says nothing in another container that has the same volume.
 */
const LOCKED = 'engine.lock.db';
export const lockFiles: readonly string[] = [HOLDER, LOCKED];

/** Longer than somebody who only looks whether the folder is held holds it. */
const PATIENCE_MS = 250;

/**
 * Takes the folder (made owner-only when missing) for this process. Throws an Error with one sentence naming the holder when the folder is in use.
 */
export function lockDataDir(dir: string): DataLock {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const locked = join(dir, LOCKED);
  const lock = take(locked);
  if (lock === null) throw inUse(dir);
  let held = true;
  const release = () => {
    if (!held) return;
    held = false;
    process.off('exit', release);
    // Gone before it is let go of: who has opened it already finds that out and opens the next one.
    for (const name of lockFiles) rmSync(join(dir, name), { force: true });
    lock.close();
  };
  process.on('exit', release);
  try {
    writeOwnerOnly(join(dir, HOLDER), JSON.stringify({ pid: process.pid, host: hostname() }));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** The folder is another running process's. */
export class FolderInUseError extends Error {}

/** Whether a process that runs holds the folder. */
export function isHeld(dir: string): boolean {
  const path = join(dir, LOCKED);
  if (!existsSync(path)) return false;
  const lock = lockedFile(path, 0);
  lock?.close();
  return lock === null;
}

/** Null when another has it. */
function take(path: string): Database.Database | null {
  for (;;) {
    // Never opened and closed while it is there: that would make the kernel drop a lock that this process has on it.
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    const opened = inodeOf(path);
    const lock = lockedFile(path, PATIENCE_MS);
    if (lock === null || (opened !== null && inodeOf(path) === opened)) return lock;
    lock.close();
  }
}

function lockedFile(path: string, patienceMs: number): Database.Database | null {
  const file = new Database(path);
  try {
    // Nothing is ever written: a full disk does not matter, and no journal is left.
    file.exec(`PRAGMA busy_timeout = ${patienceMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
    return file;
  } catch (error) {
    file.close();
    if ((error as NodeJS.ErrnoException).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}

const inodeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;

function inUse(dir: string): FolderInUseError {
  return new FolderInUseError(
    `The data folder ${dir} is in use by ${holderOf(dir)}; stop that process first or choose another folder.`,
  );
}

function holderOf(dir: string): string {
  try {
    const { pid, host } = JSON.parse(readFileSync(join(dir, HOLDER), 'utf8')) as { pid: number; host?: string };
    return host === undefined || host === hostname() ? `process ${pid}` : `process ${pid} of ${host}`;
  } catch {
    return 'another process';
  }
}
