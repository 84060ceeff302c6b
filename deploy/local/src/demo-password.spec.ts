import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoPassword } from './demo.js';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'demo-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('is generated once for a data folder', () => {
  const made = demoPassword(undefined, dir, false);
  expect(made).toMatch(/^demo-.{8}$/);
  expect(demoPassword(undefined, dir, false)).toBe(made);
});

it('is the one set when the accounts were created, even if another is set later', () => {
  expect(demoPassword('set-at-first', dir, false)).toBe('set-at-first');
  expect(demoPassword('another-one-9', dir, true)).toBe('set-at-first');
  expect(demoPassword(undefined, dir, false)).toBe('set-at-first');
});

it('is required from the settings where accounts exist without a stored password, and then stored', () => {
  expect(() => demoPassword(undefined, dir, true)).toThrow('Set SUPERSCOPE_DEMO_PASSWORD to the password');
  expect(demoPassword('set-at-first', dir, true)).toBe('set-at-first');
  expect(demoPassword(undefined, dir, true)).toBe('set-at-first');
});
