import { compare, gt, gte, valid } from 'semver';
import { z } from 'zod';

/** A package that the lockfile installs. */
export interface InstalledPackage {
  name: string;
  version: string;
  /** Not part of what is deployed. */
  dev: boolean;
}

/** What is read of an advisory in OSV's format, https://ossf.github.io/osv-schema (1.7): a range is a row of events in any order. */
const osv = z.object({
  id: z.string().min(1),
  modified: z.iso.datetime({ offset: true }),
  withdrawn: z.string().optional(),
  summary: z.string().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z
          .array(
            z.object({
              type: z.string(),
              events: z.array(
                z.object({
                  introduced: z.string().optional(),
                  fixed: z.string().optional(),
                  last_affected: z.string().optional(),
                }),
              ),
            }),
          )
          .optional(),
        versions: z.array(z.string()).optional(),
      }),
    )
    .optional(),
});

export type Advisory = z.output<typeof osv>;
type Affected = NonNullable<Advisory['affected']>[number];
type Range = NonNullable<Affected['ranges']>[number];

/** Throws for a text that is no advisory in OSV's format. */
export const advisoryOf = (text: string): Advisory => osv.parse(JSON.parse(text));

/** Whether an advisory that was not withdrawn names this version of the package. */
export const concerns = (advisory: Advisory, { name, version }: Pick<InstalledPackage, 'name' | 'version'>): boolean =>
  advisory.withdrawn === undefined &&
  (advisory.affected ?? []).some(
    (affected) =>
      affected.package?.ecosystem === 'npm' &&
      affected.package.name === name &&
      ((affected.versions ?? []).includes(version) || (affected.ranges ?? []).some((range) => isIn(range, version))),
  );

/** `0` is before every version (OSV, 'affected[].ranges[].events'). Ranges of commits say nothing about a package's version. */
function isIn({ type, events }: Range, version: string): boolean {
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return false;
  const at = (text: string) => (text === '0' ? '0.0.0-0' : text);
  const steps = events
    .flatMap(({ introduced, fixed, last_affected: last }) => [
      ...(introduced === undefined ? [] : [{ version: at(introduced), reached: gte, affected: true }]),
      ...(fixed === undefined ? [] : [{ version: at(fixed), reached: gte, affected: false }]),
      ...(last === undefined ? [] : [{ version: at(last), reached: gt, affected: false }]),
    ])
    .filter((step) => valid(step.version) !== null);
  let affected = false;
  for (const step of steps.sort((a, b) => compare(a.version, b.version) || Number(a.affected) - Number(b.affected)))
    if (step.reached(version, step.version)) affected = step.affected;
  return affected;
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** What a package-lock.json installs, without the workspaces themselves; a package installed under another name has its own. */
export function installedBy(lockfileText: string): InstalledPackage[] {
  const { packages } = lockfile.parse(JSON.parse(lockfileText));
  const folder = 'node_modules/';
  return Object.entries(packages).flatMap(([path, { name, version, dev = false, link = false }]) => {
    const at = path.lastIndexOf(folder);
    if (at === -1 || link || version === undefined) return [];
    return [{ name: name ?? path.slice(at + folder.length), version, dev }];
  });
}
