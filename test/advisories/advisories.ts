import { compare, gt, gte, valid } from 'semver';
import { z } from 'zod';
import type { LockedPackage } from '../harness/lockfile.js';

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
export const concerns = (advisory: Advisory, { name, version }: Pick<LockedPackage, 'name' | 'version'>): boolean =>
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
