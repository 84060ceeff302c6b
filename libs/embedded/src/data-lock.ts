import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Held while one process owns a data folder; `release` may be called more than once. */
export type DataLock = { release(): void };

type Holder = { pid: number; startedAt: string | null };

const FILE = 'engine.lock';

/**
 * Takes the folder (made owner-only when missing) for this process. A lock left by a process that has died is taken over.
 * Throws an Error with one sentence naming the holder's pid when the folder is in use.
 */
export function lockDataDir(dir: string): DataLock {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, FILE);
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder);
  // Written aside and linked into place, so that nobody ever reads a half-written lock.
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, mine, { mode: 0o600, flush: true });
  try {
    while (!claim(draft, path)) evictIfStale(path);
  } finally {
    unlinkSync(draft);
  }
  const releaseOnExit = () => release();
  let held = true;
  const release = () => {
    if (!held) return;
    held = false;
    process.off('exit', releaseOnExit);
    if (read(path) === mine) rmSync(path, { force: true });
  };
  process.on('exit', releaseOnExit);
  return { release };
}

/** The folder is another running process's. */
export class FolderInUseError extends Error {}

/** Whether a process that runs holds the folder. */
export function isHeld(dir: string): boolean {
  const seen = read(join(dir, FILE));
  const holder = seen === null ? null : parse(seen);
  return holder !== null && isRunning(holder);
}

function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function evictIfStale(path: string): void {
  const seen = read(path);
  if (seen === null) return;
  const holder = parse(seen);
  if (holder && isRunning(holder)) throw inUse(path, holder.pid);
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Another process may have evicted and taken the lock between our reading and our renaming: give it back.
  if (read(aside) !== seen) claim(aside, path);
  unlinkSync(aside);
}

const inUse = (path: string, pid: number) =>
  new FolderInUseError(
    `The data folder ${join(path, '..')} is in use by process ${pid}; stop that process first or choose another folder.`,
  );

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): Holder | null {
  try {
    const { pid, startedAt } = JSON.parse(text) as Partial<Holder>;
    return Number.isInteger(pid) && pid! > 0 ? { pid: pid!, startedAt: startedAt ?? null } : null;
  } catch {
    return null;
  }
}

function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const startedAt = startOf(holder.pid);
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/**
 * When a process started, as Linux tells it (boot and clock ticks), because a pid alone is reused: in a container every start is pid 1.
 * 'ended' for one that died and is not reaped yet; null where there is no /proc.
 */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name, in brackets, may itself contain spaces and brackets; state is field 3, start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}
