import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { writeOwnerOnly } from './owner-only.js';

/** Held while one process owns a data folder; `release` may be called more than once. */
export type DataLock = { release(): void };

/** The file that names the holder, for messages. */
const HOLDER = 'engine.lock';
/**
 * The file that the holder locks through SQLite. The kernel releases the lock whenever the process ends, and every process sees it. A pid
 * would be meaningless in another container on the same volume.
 */
const LOCKED = 'engine.lock.db';
export const lockFiles: readonly string[] = [HOLDER, LOCKED];

/** Longer than `isHeld` holds the lock. */
const PATIENCE_MS = 250;

/**
 * Locks the folder (created owner-only when missing) for this process. Throws one sentence that names the holder when it is in use.
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
    // Removed before the lock is released. A process that has already opened the file notices and opens the new one.
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

/** The folder is in use by another running process. */
export class FolderInUseError extends Error {
  constructor(
    message: string,
    /** The process that holds the folder; null if it is not known, or runs on another machine or in another container. */
    readonly pid: number | null,
  ) {
    super(message);
  }
}

/** Whether a running process holds the folder. */
export function isHeld(dir: string): boolean {
  const path = join(dir, LOCKED);
  if (!existsSync(path)) return false;
  const lock = lockedFile(path, 0);
  lock?.close();
  return lock === null;
}

/** Takes the lock; null when another process holds it. */
function take(path: string): Database.Database | null {
  for (;;) {
    // An existing file must not be opened and closed, because the kernel would drop this process's lock on it.
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
    // Nothing is ever written, so a full disk does not matter and no journal is left.
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
  const { pid, host } = holderOf(dir);
  const here = host === undefined || host === hostname();
  const holder = pid === null ? 'another process' : here ? `process ${pid}` : `process ${pid} of ${host}`;
  return new FolderInUseError(
    `The data folder ${dir} is in use by ${holder}; stop that process first or choose another folder.`,
    here ? pid : null,
  );
}

function holderOf(dir: string): { pid: number | null; host?: string } {
  try {
    return JSON.parse(readFileSync(join(dir, HOLDER), 'utf8')) as { pid: number; host?: string };
  } catch {
    return { pid: null };
  }
}
