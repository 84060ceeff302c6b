import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptSecret, makeOwnerOnly } from './owner-only.js';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'owner-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const rightsOf = (path: string) => statSync(path).mode & 0o1777;

describe('an owner-only folder', () => {
  it('is created with these rights, and loses wider ones', () => {
    makeOwnerOnly(join(dir, 'new'));
    mkdirSync(join(dir, 'open'));
    chmodSync(join(dir, 'open'), 0o755);
    makeOwnerOnly(join(dir, 'open'));
    expect([rightsOf(join(dir, 'new')), rightsOf(join(dir, 'open'))]).toEqual([0o700, 0o700]);
  });

  it('keeps its rights when it is shared', () => {
    chmodSync(dir, 0o1777);
    makeOwnerOnly(dir);
    expect(rightsOf(dir)).toBe(0o1777);
  });
});

describe('a secret in a file', () => {
  const file = () => join(dir, 'password');
  const load = () => keptSecret(file(), /^[0-9a-f]{8}$/, () => 'c0ffee00');

  it('is generated once, for the owner only, and kept', () => {
    expect(load()).toBe('c0ffee00');
    expect(rightsOf(file())).toBe(0o600);
    writeFileSync(file(), '12345678\n');
    expect(load()).toBe('12345678');
    expect(readdirSync(dir)).toEqual(['password']);
  });

  it.each(['', '\n', '1234', '12345678\n9'])('is regenerated when the file holds %j', (left) => {
    writeFileSync(file(), left);
    expect(load()).toBe('c0ffee00');
    expect(readFileSync(file(), 'utf8')).toBe('c0ffee00\n');
  });
});
