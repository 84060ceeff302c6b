import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupNotes } from '@superscope/event-store/processes/backup-notes';
import type { Examined } from './examined.js';
import { attention, well, type Finding } from './findings.js';
import { ageText } from './ages.js';

/** A nightly backup that takes a few hours is not late yet. */
const oldAfterMs = 36 * 3_600_000;

/** The age of the newest backup: one that `npm run backup` noted, or the newest file where backups are kept. */
export async function backupChecks({ mongo, settings, now }: Examined): Promise<Finding[]> {
  const note = await backupNotes(mongo.db('ops')).findOne({ _id: 'newest' });
  const file = settings.SUPERSCOPE_BACKUPS === undefined ? null : await newestIn(settings.SUPERSCOPE_BACKUPS);
  const times = [note?.at, file].filter((at): at is Date => at instanceof Date);
  return [backupCheck(times.length === 0 ? null : new Date(Math.max(...times.map(Number))), now())];
}

export function backupCheck(newest: Date | null, now: Date): Finding {
  const how = 'Back up every night: operations, Backup and restore.';
  if (newest === null)
    return attention(
      'Newest backup',
      'No backup is known.',
      `${how} Backups of the engines' own tools are seen in the folder, or by the file, that SUPERSCOPE_BACKUPS names.`,
    );
  const age = now.getTime() - newest.getTime();
  const said = `The newest backup is ${ageText(age)} old.`;
  return age > oldAfterMs ? attention('Newest backup', said, how) : well('Newest backup', said);
}

/** When a file, or the newest entry of a folder, was written last; null if there is none. */
export async function newestIn(path: string): Promise<Date | null> {
  try {
    const own = await stat(path);
    if (!own.isDirectory()) return own.mtime;
    const names = (await readdir(path)).filter((name) => !name.startsWith('.'));
    const times = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mtimeMs));
    return times.length === 0 ? null : new Date(Math.max(...times));
  } catch {
    return null;
  }
}
