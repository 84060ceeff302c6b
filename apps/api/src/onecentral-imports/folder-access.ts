import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, rename, unlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a share may take to answer. */
const answerMs = 20_000;
export const chunkBytes = 256 * 1024;

/** The steps of moving a file, each of which may be the last of a process. Tests end it there. */
export const steps = { link, rename, unlink };

/** Rejects if a share does not answer in time. */
export async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
  const answered = new AbortController();
  const late = delay(answerMs, null, { signal: answered.signal, ref: false }).then(() => {
    throw new Error('The folder does not answer.');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    answered.abort();
  }
}

export const codeOfError = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code ?? '');

/** Null for the error that nothing lies there. Throws any other. */
export function absent(error: unknown): null {
  if (codeOfError(error) === 'ENOENT') return null;
  throw error;
}

/** What file systems without hard links answer. */
export const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/** SHA-256 in hex of a plain file, as it is from its beginning to its end. A link is not followed. */
export async function digestOf(path: string): Promise<string> {
  // A pipe that came to lie there would otherwise wait for its writer.
  const handle = await inTime(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(chunkBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await inTime(handle.read(buffer, 0, chunkBytes, at));
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** The longest name that usual file systems take, in bytes. */
const longestNameBytes = 255;

/** A name with something before its ending, within what file systems take: `members.csv` becomes `members~0a1b2c3d.csv`. */
export function besides(name: string, mark: string): string {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
  const ending = within(name.slice(dot), 60);
  return `${within(name.slice(0, dot), longestNameBytes - Buffer.byteLength(`~${mark}${ending}`))}~${mark}${ending}`;
}

/** The first characters of a text that have at most so many bytes. */
function within(text: string, mostBytes: number): string {
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    kept += character;
  }
  return kept;
}
