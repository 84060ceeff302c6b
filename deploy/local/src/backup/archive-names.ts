import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ending = /\.(tar\.gz|tgz)$/;

/** A timestamp in seconds, which distinguishes backups and sorts them by age. */
const stamp = (at: Date) => at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * The paths of a backup's two archives. `out` and `keys` are files (ending in .tar.gz or .tgz) or existing folders. By default the keys
 * are written next to the data.
 */
export function archiveNames(out: string, keys: string | undefined, at: Date): { dataFile: string; keysFile: string } {
  const name = `superscope-${stamp(at)}`;
  const dataFile = placed(out, `${name}-data.tar.gz`);
  return { dataFile, keysFile: keys === undefined ? keysBeside(dataFile) : placed(keys, `${name}-keys.tar.gz`) };
}

/** The default path of the keys: next to the data, with `-keys` in place of `-data`. */
export const keysBeside = (dataFile: string): string =>
  dataFile.replace(/(-data)?(\.tar\.gz|\.tgz)$/, (_, __, extension: string) => `-keys${extension}`);

function placed(path: string, name: string): string {
  if (isFolder(path)) return join(resolve(path), name);
  if (ending.test(path)) return resolve(path);
  throw new Error(`There is no folder ${path}: make it first, or name a file that ends in .tar.gz.`);
}
