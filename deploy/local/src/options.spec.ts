import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileSettings, readOptions } from './options.js';

describe('the settings of npm start', () => {
  let dir: string;
  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'options-'))));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('may come from files, which the processes do not read again', () => {
    const file = join(dir, 'password');
    writeFileSync(file, 'a-long-password\n');
    expect(readOptions([], { SUPERSCOPE_ADMIN_PASSWORD_FILE: file }).SUPERSCOPE_ADMIN_PASSWORD).toBe('a-long-password');
    expect(readFileSettings).toContain('SUPERSCOPE_ADMIN_PASSWORD_FILE');
  });

  it('leave the master key file to the processes, which watch it', () => {
    const options = readOptions([], { SUPERSCOPE_MASTER_KEY_FILE: '/secrets/key' });
    expect(options).toMatchObject({ SUPERSCOPE_MASTER_KEY_FILE: '/secrets/key' });
    expect(options.SUPERSCOPE_MASTER_KEY).toBeUndefined();
    expect(readFileSettings).not.toContain('SUPERSCOPE_MASTER_KEY_FILE');
  });

  it('are refused with a sentence that names the error', () => {
    expect(() => readOptions([], { PORT: 'x' })).toThrow('The settings are not right: PORT must be a whole number.');
    expect(() => readOptions([], { SUPERSCOPE_PUBLIC_URL: 'portal' })).toThrow(
      'SUPERSCOPE_PUBLIC_URL must be an address',
    );
    expect(() => readOptions(['--fast'], {})).toThrow('npm start does not know --fast');
    expect(() => readOptions([], { SUPERSCOPE_PROJECTORS: '2' })).toThrow('needs KAFKA_BROKERS');
  });
});
