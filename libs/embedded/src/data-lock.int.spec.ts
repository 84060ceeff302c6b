import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isHeld, lockDataDir, lockFiles } from './data-lock.js';

describe('the lock of a data folder', () => {
  let dir: string;
  let others: ChildProcess[];
  const file = () => join(dir, 'data', 'engine.lock');
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lock-'));
    others = [];
  });
  afterEach(() => {
    for (const other of others) other.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  });
  /** Another process that holds the folder. */
  const holder = async () => {
    const other = fork(fileURLToPath(new URL('./fixture-lock-holder.mjs', import.meta.url)), [join(dir, 'data')]);
    others.push(other);
    await once(other, 'message');
    return other;
  };

  it('creates a folder that only its owner can open, and leaves no files when released', () => {
    const lock = lockDataDir(join(dir, 'data'));
    expect(statSync(join(dir, 'data')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(dir, 'data')).sort()).toEqual(lockFiles);
    for (const name of lockFiles) expect(statSync(join(dir, 'data', name)).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    expect(readdirSync(join(dir, 'data'))).toEqual([]);
    lockDataDir(join(dir, 'data')).release();
  });

  it('refuses a second start with one sentence naming the process, in this process or another', async () => {
    const sentence = (pid: number) =>
      `The data folder ${join(dir, 'data')} is in use by process ${pid}; stop that process first or choose another folder.`;
    const lock = lockDataDir(join(dir, 'data'));
    // The second refusal shows that the first did not disturb the lock.
    for (let time = 0; time < 2; time++) expect(() => lockDataDir(join(dir, 'data'))).toThrow(sentence(process.pid));
    lock.release();
    const other = await holder();
    for (let time = 0; time < 2; time++) expect(() => lockDataDir(join(dir, 'data'))).toThrow(sentence(other.pid!));
  });

  it('holds even if its process is not visible, as in another container on the same volume', async () => {
    await holder();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(file(), JSON.stringify({ pid: dead, host: 'portal-7f9c' }));
    expect(isHeld(join(dir, 'data'))).toBe(true);
    expect(() => lockDataDir(join(dir, 'data'))).toThrow(`in use by process ${dead} of portal-7f9c;`);
    rmSync(file());
    expect(() => lockDataDir(join(dir, 'data'))).toThrow('in use by another process;');
  });

  it('is seen by others while its process runs, and is taken over once it was killed', async () => {
    expect(isHeld(join(dir, 'data'))).toBe(false);
    const other = await holder();
    expect(isHeld(join(dir, 'data'))).toBe(true);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(isHeld(join(dir, 'data'))).toBe(false);
    const lock = lockDataDir(join(dir, 'data'));
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ pid: process.pid, host: hostname() });
    expect(isHeld(join(dir, 'data'))).toBe(true);
    lock.release();
  });

  it('is not held by a file that names a process, because the pid may have been reused', () => {
    lockDataDir(join(dir, 'data')).release();
    writeFileSync(file(), JSON.stringify({ pid: process.pid, host: hostname() }));
    lockDataDir(join(dir, 'data')).release();
  });
});
