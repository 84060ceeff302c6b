import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupBy } from '@superscope/domain/group-by';
import type { LockedPackage } from '../harness/lockfile.js';
import { advisoryOf, concerns, type Advisory } from './advisories.js';

type Installed = Pick<LockedPackage, 'name' | 'version' | 'dev'>;

export interface Looked {
  /** Sentences about what must be mended. */
  problems: string[];
  /** Sentences about what was read. */
  notes: string[];
}

/** Advisories come every day. If none came for so long, nobody fetches them any more. */
const mostDaysOld = 31;

/**
 * Compares packages with the advisories of a folder and those below it. `today` is a calendar day. A folder that cannot be read, that holds
 * no advisory or a file that is none is a problem too, because a look at nothing finds nothing.
 */
export async function lookForKnownVulnerabilities(
  folder: string,
  packages: readonly Installed[],
  accepted: readonly { id: string; why: string; until: string }[],
  today: string,
): Promise<Looked> {
  const problems: string[] = [];
  const byName = groupBy(packages, ({ name }) => name);
  const found: string[] = [];
  let newest = '';
  let count = 0;
  for (const path of await filesBelow(folder, problems)) {
    let advisory: Advisory;
    try {
      advisory = advisoryOf(await readFile(path, 'utf8'));
    } catch {
      problems.push(`${path} is no advisory in OSV's format.`);
      continue;
    }
    count += 1;
    if (advisory.modified > newest) newest = advisory.modified;
    const names = new Set((advisory.affected ?? []).flatMap((each) => each.package?.name ?? []));
    for (const installed of [...names].flatMap((name) => byName.get(name) ?? [])) {
      if (!concerns(advisory, installed)) continue;
      found.push(advisory.id);
      const entry = accepted.find(({ id, until }) => id === advisory.id && until >= today);
      if (entry === undefined) problems.push(told(advisory, installed));
    }
  }
  if (count === 0) problems.push(`${folder} holds no advisories.`);
  const notes = [
    `${count === 1 ? '1 advisory was' : `${count} advisories were`} compared with ${packages.length} packages.`,
  ];
  if (count > 0 && Date.parse(today) - Date.parse(newest) > mostDaysOld * 86_400_000)
    notes.push(`The newest advisory is of ${newest.slice(0, 10)}. Fetch them anew.`);
  for (const { id } of accepted)
    if (!found.includes(id)) problems.push(`${id} is accepted, but concerns nothing here.`);
  return { problems, notes };
}

async function filesBelow(folder: string, problems: string[]): Promise<string[]> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    problems.push(`${folder} cannot be read: ${(error as Error).message}`);
    return [];
  }
}

const told = ({ id, summary }: Advisory, { name, version, dev }: Installed): string =>
  `${name} ${version}${dev ? ' (of development)' : ''}: ${id}${summary === undefined ? '' : `, ${summary}`}`;
