import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * Gives a run a temporary folder of its own, which is deleted at its end. It lies in memory where there is room: the engines sync every
 * write, so on a disk the suites mostly wait for it.
 */
export default function useTemporaryFolder(): () => void {
  const given = process.env['TMPDIR'];
  const folder = mkdtempSync(join(given === undefined && hasRoom() ? memory : tmpdir(), 'superscope-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (given === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = given;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Containers often have 64 MB only. */
function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * GIB && freemem() > 4 * GIB;
}
