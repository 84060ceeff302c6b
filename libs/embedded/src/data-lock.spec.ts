import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isHeld, lockDataDir } from './data-lock.js';

describe('the lock of a data folder', () => {
  let dir: string;
  const file = () => join(dir, 'data', 'engine.lock');
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'lock-'))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('makes a folder only its owner can open, and lets go of it cleanly', () => {
    const lock = lockDataDir(join(dir, 'data'));
    expect(statSync(join(dir, 'data')).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    lock.release();
    lock.release();
    expect(readdirSync(join(dir, 'data'))).toEqual([]);
    lockDataDir(join(dir, 'data')).release();
  });

  it('refuses a second start with one sentence naming the process', () => {
    const lock = lockDataDir(join(dir, 'data'));
    expect(() => lockDataDir(join(dir, 'data'))).toThrow(
      `The data folder ${join(dir, 'data')} is in use by process ${process.pid}; stop that process first or choose another folder.`,
    );
    expect(readdirSync(join(dir, 'data'))).toEqual(['engine.lock']);
    lock.release();
  });

  it('is seen by others while its process runs, and not once it died', () => {
    expect(isHeld(join(dir, 'data'))).toBe(false);
    const lock = lockDataDir(join(dir, 'data'));
    expect(isHeld(join(dir, 'data'))).toBe(true);
    lock.release();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(file(), JSON.stringify({ pid: dead, startedAt: null }));
    expect(isHeld(join(dir, 'data'))).toBe(false);
  });

  it('takes over from a process that has died', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    lockDataDir(join(dir, 'data')).release();
    writeFileSync(file(), JSON.stringify({ pid: dead, startedAt: null }));
    const lock = lockDataDir(join(dir, 'data'));
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid });
    expect(readdirSync(join(dir, 'data'))).toEqual(['engine.lock']);
    lock.release();
  });

  it.runIf(process.platform === 'linux')('is not fooled by another process that got the same pid later', () => {
    lockDataDir(join(dir, 'data')).release();
    writeFileSync(file(), JSON.stringify({ pid: process.pid, startedAt: 'an-earlier-boot/1' }));
    lockDataDir(join(dir, 'data')).release();
  });

  it('takes over from a lock that a full disk left empty', () => {
    lockDataDir(join(dir, 'data')).release();
    writeFileSync(file(), '');
    lockDataDir(join(dir, 'data')).release();
  });
});
