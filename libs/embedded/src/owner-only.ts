import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/**
 * Creates the folder and restricts it to its owner. A folder of another user (a mounted volume) or a shared one (sticky, like /tmp) keeps
 * its rights, because the files inside are owner-only.
 */
export function makeOwnerOnly(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(dir);
  const isOwn = uid === process.getuid?.() && (mode & 0o1000) === 0;
  if (isOwn && (mode & 0o077) !== 0) chmodSync(dir, 0o700);
}

/** Writes a new file and renames it, so that a crash leaves either the old file or the new one. */
export function writeOwnerOnly(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/**
 * The secret in a file. A missing or malformed one (emptied or truncated by a full disk or an interrupted copy) is regenerated, because it
 * would not protect anything. Clients read the new secret from the file or receive it in the URL.
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
