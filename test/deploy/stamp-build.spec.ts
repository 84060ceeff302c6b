import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readBuildStamp } from '@superscope/api/operations/build-stamp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { repository } from './deploy-files.js';

let folder: string;
const source = () => join(folder, 'apps/api/src/main.ts');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'superscope-build-'));
  mkdirSync(join(folder, 'apps/api/src'), { recursive: true });
  writeFileSync(source(), 'export {};');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Build', '-c', 'user.email=build@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

function committed(): string {
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'First', '--date', '2026-11-01T00:00:00Z');
  return git('rev-parse', 'HEAD');
}

/** The build information of a build in the folder. */
function built(settings: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env['PATH'], ...settings };
  const { status, stderr } = spawnSync(process.execPath, [join(repository, 'apps/api/stamp-build.mjs'), folder], {
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return readBuildStamp(pathToFileURL(join(folder, 'apps/api/dist/build.json')));
}

describe('a build', () => {
  it('knows its commit, the commit’s time and the time of the build', () => {
    const id = committed();
    const { commit, time } = built();
    expect(commit.id).toBe(id);
    expect(Number.isNaN(Date.parse(commit.time!))).toBe(false);
    expect(Date.parse(time!)).toBeGreaterThanOrEqual(Date.parse(commit.time!));
  });

  it('still knows it without the repository, as long as its sources are the same', () => {
    const id = committed();
    built();
    rmSync(join(folder, '.git'), { recursive: true });
    expect(built().commit.id).toBe(id);
    writeFileSync(source(), 'export const changed = true;');
    expect(built().commit).toEqual({ id: null, time: null });
  });

  it('in a container takes its commit from settings', () => {
    const told = { GIT_COMMIT: 'abc', GIT_COMMIT_TIME: '2026-11-01T00:00:00.000Z' };
    expect(built(told).commit).toEqual({ id: 'abc', time: told.GIT_COMMIT_TIME });
    expect(built({ GIT_COMMIT: 'abc' }).commit).toEqual({ id: 'abc', time: null });
  });

  it('without a stamp has no build information', () => {
    const none = pathToFileURL(join(folder, 'none.json'));
    expect(readBuildStamp(none)).toEqual({ commit: { id: null, time: null }, time: null });
  });
});
