import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const memory = '/dev/shm';
const GIB = 1024 ** 3;

/**
 * Moves the temporary folder of a run into memory, where there is room: the engines sync every write, so on a disk the suites mostly wait
 * for it. Whatever a suite leaves in the folder goes with the run.
 */
export default function useMemoryFolder(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return undefined;
  const folder = mkdtempSync(`${memory}/superscope-tests-`);
  process.env['TMPDIR'] = folder;
  return () => {
    delete process.env['TMPDIR'];
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Containers often have 64 MB only. */
function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * GIB && freemem() > 4 * GIB;
}
