import type { Collection, Db } from 'mongodb';

/** The newest backup that the portal's own tool made. */
interface BackupNote {
  _id: 'newest';
  /** When it began: it has everything up to then. */
  at: Date;
  /** Encoded position of its newest event. */
  position: string;
}

export const backupNotes = (ops: Db): Collection<BackupNote> => ops.collection<BackupNote>('backups');

/** Notes that a backup is complete. */
export async function noteBackup(ops: Db, { at, position }: Omit<BackupNote, '_id'>): Promise<void> {
  await backupNotes(ops).updateOne({ _id: 'newest' }, { $set: { at, position } }, { upsert: true });
}
