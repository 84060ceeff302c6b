import { readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Reads something that a running engine may have just replaced or deleted. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Paths of the files below a folder of running engines. Node's own recursive listing fails when a folder disappears meanwhile. */
export function engineFiles(folder: string): string[] {
  const entries: Dirent[] = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return engineFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

/** The bytes of a file; none if it is gone. */
export const engineBytes = (path: string): Buffer => unlessGone(() => readFileSync(path)) ?? Buffer.alloc(0);
