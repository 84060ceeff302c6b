import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** sun_path has 108 bytes on Linux and 104 on macOS. */
const LONGEST = 100;

/**
 * The socket path of a data folder's engine: in the folder itself or, if that path is too long for a socket, in an owner-only folder in the
 * system's temporary folder. The path is always the same for a data folder, so clients find a restarted engine. A stale socket is removed.
 */
export function prepareSocketPath(dataDir: string): string {
  const beside = join(resolve(dataDir), 'mongo.sock');
  const path = Buffer.byteLength(beside) <= LONGEST ? beside : join(shortDir(dataDir), 'mongo.sock');
  rmSync(path, { force: true });
  return path;
}

export const socketUrl = (path: string) => `mongodb://${encodeURIComponent(path)}/?directConnection=true`;

function shortDir(dataDir: string): string {
  const user = process.getuid?.() ?? 0;
  const digest = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  const dir = join(tmpdir(), `superscope-${user}-${digest}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const found = lstatSync(dir);
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new Error(`${dir} exists but is not a folder that only this user can open; remove it.`);
  }
  return dir;
}
