import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './repository.js';

/** A package that a lockfile installs. */
export interface LockedPackage {
  /** Its folder, below that of the lockfile. */
  path: string;
  name: string;
  version: string;
  /** What its manifest says, an SPDX expression; null for nothing. */
  licence: string | null;
  /** Not part of what is deployed. */
  dev: boolean;
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const folder = 'node_modules/';

export const lockfileText = (): string => readFileSync(join(repository, 'package-lock.json'), 'utf8');

/** What a package-lock.json installs, without the workspaces themselves; a package installed under another name has its own. */
export const packagesOf = (text: string): LockedPackage[] =>
  Object.entries(lockfile.parse(JSON.parse(text)).packages).flatMap(([path, found]) => {
    const { name, version, license, dev = false, devOptional = false, link = false } = found;
    const at = path.lastIndexOf(folder);
    if (at === -1 || link || version === undefined) return [];
    return [
      {
        path,
        name: name ?? path.slice(at + folder.length),
        version,
        licence: license ?? null,
        dev: dev || devOptional,
      },
    ];
  });
