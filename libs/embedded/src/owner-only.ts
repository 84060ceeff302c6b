import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/**
 * Makes the folder, and closes it to others. One that is another user's (a mounted volume) or shared (sticky, as /tmp) keeps its
 * rights: the files inside are owner-only.
 */
export function makeOwnerOnly(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(dir);
  const isOwn = uid === process.getuid?.() && (mode & 0o1000) === 0;
  if (isOwn && (mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** Moved into place whole: a crash leaves the old file or the new one, never half of it. */
export function writeOwnerOnly(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * The secret that the file keeps. One that is missing or not of its form (emptied or cut, by a full disk or a copy that broke off) is
 * made anew: it would let everybody in, and who runs here reads it from the file or is told it.
 */
export function keptSecret(file: string, form: RegExp, make: () => string): string {
  const kept = readOrNull(file)?.trim();
  if (kept !== undefined && form.test(kept)) return kept;
  const secret = make();
  writeOwnerOnly(file, `${secret}\n`);
  return secret;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
