import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isHeld } from '@superscope/embedded/data-lock';
import { headFiles, publicKeyFile } from '@superscope/event-store/proof/heads-folder';
import { enginesOfFolder } from '../backup/engines-of-folder.js';
import { readEnvironment } from '../environment-file.js';
import type { Options } from '../options.js';
import { headsFolder } from './history-key.js';

/** The folder for signed heads of a data folder's portal: that of the running portal, or else that of the settings. */
export function headsOfPortal({ dataDir }: Options): string {
  const running = isHeld(dataDir) ? readEnvironment(dataDir) : null;
  return headsFolder(dataDir, { ...process.env, ...running });
}

/** The event store that a setting names, or a data folder's own, opened until `close`. The setting alone is enough without a folder. */
export async function eventStoreOf(options: Options): Promise<{ eventStoreUrl: string; close(): Promise<void> }> {
  if (options.EVENTSTORE_URL !== undefined && !existsSync(options.dataDir))
    return { eventStoreUrl: options.EVENTSTORE_URL, close: () => Promise.resolve() };
  return enginesOfFolder(options);
}

/**
 * The folder with the heads of one key: `path` itself, or the only folder with heads in it. Throws one sentence if there is none, or if
 * there are several.
 */
export async function headsOfOneKey(path: string): Promise<string> {
  if (!existsSync(path)) throw new Error(`There are no heads at ${path}.`);
  if ((await headFiles(path)).length > 0) return path;
  const folders = readdirSync(path)
    .map((name) => join(path, name))
    .filter((each) => statSync(each).isDirectory() && existsSync(join(each, publicKeyFile)));
  if (folders.length === 1) return folders[0]!;
  throw new Error(
    folders.length === 0
      ? `There are no heads in ${path}: npm run sign-history makes the first.`
      : `${path} holds heads of several keys; name one with --heads: ${folders.join(', ')}.`,
  );
}
