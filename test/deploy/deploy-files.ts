import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const deployFolder = join(repository, 'deploy');

export const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8');

/** The documents of a YAML 1.2 file, with merges (`<<`) applied. Throws when the file is invalid. */
export function yamlOf<T = unknown>(path: string): T[] {
  return parseAllDocuments(textOf(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return document.toJS() as T;
  });
}

/** Files of the repository under a folder, by path. */
export function filesUnder(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .map((path) => join(folder, path));
}
