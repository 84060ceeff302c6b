import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogFile } from './log-file.js';

describe('the log of a portal', () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'log-'));
    path = join(dir, 'portal.log');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const written = (log: LogFile, text: string) => new Promise((resolve) => log.write(text, resolve));
  const ended = (log: LogFile) => new Promise<void>((resolve) => log.end(resolve));

  it('is appended to, and readable by its owner only', async () => {
    for (const text of ['first\n', 'second\n']) {
      const log = new LogFile(path);
      await written(log, text);
      await ended(log);
    }
    expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.runIf(existsSync('/dev/full'))(
    'drops lines while the disk is full, and reports their number once there is space',
    async () => {
      symlinkSync('/dev/full', path);
      const log = new LogFile(path);
      for (let n = 0; n < 3; n++) await written(log, `lost ${n}\nlost too\n`);
      expect(log.writableLength).toBe(0);
      unlinkSync(path);
      await written(log, 'kept\n');
      await written(log, 'kept too\n');
      await ended(log);
      expect(readFileSync(path, 'utf8')).toBe('[log] 6 lines were lost: they could not be written.\nkept\nkept too\n');
    },
  );

  it('waits for a missing folder', async () => {
    const log = new LogFile(join(dir, 'gone', 'portal.log'));
    await written(log, 'lost\n');
    await ended(log);
    expect(log.errored).toBeNull();
  });
});
