import { closeSync, openSync } from 'node:fs';
import Database from 'libsql';
import type { LogOptions } from './log-messages.js';

/** Entry n brings a store of schema n to n + 1. Add, never change: stores written by every earlier version must still open. */
const migrations = [
  `CREATE TABLE streams (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE
   ) STRICT;
   CREATE TABLE events (
     position INTEGER PRIMARY KEY,
     stream INTEGER NOT NULL REFERENCES streams (id),
     revision INTEGER NOT NULL,
     id BLOB NOT NULL,
     type TEXT NOT NULL,
     is_json INTEGER NOT NULL,
     created INTEGER NOT NULL, -- Unix ms
     metadata BLOB NOT NULL,
     data BLOB NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
   CREATE INDEX events_by_id ON events (id);`,
];

/**
 * Opens the store's file, made owner-only when missing, and brings an older schema up to date.
 * Throws an Error with one sentence when the schema is newer than this program or another process has the file open.
 */
export function openLogFile({ file, maxBytes }: LogOptions): Database.Database {
  // SQLite gives its -wal file the rights of the main file.
  closeSync(openSync(file, 'a', 0o600));
  const db = new Database(file);
  try {
    // A second guard in addition to the folder's lock, for a tool that opens the file without locking its folder.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 500');
    db.pragma('journal_mode = WAL');
    // FULL fsyncs the log at every commit: an acknowledged event survives a power cut.
    db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864');
    db.exec('PRAGMA cache_size = -65536');
    migrate(db, file);
    if (maxBytes !== null) db.pragma(`max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize(db)))}`);
    return db;
  } catch (error) {
    db.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') {
      throw new Error(`The event store ${file} is open in another process; stop that process first.`);
    }
    throw error;
  }
}

function migrate(db: Database.Database, file: string): void {
  const version = pragmaNumber(db, 'user_version');
  if (version > migrations.length) {
    throw new Error(
      `The event store ${file} has schema ${version}, but this program only knows schemas up to ${migrations.length}; ` +
        'start the newer program that wrote it, or restore a backup.',
    );
  }
  for (let from = version; from < migrations.length; from++) {
    db.exec(`BEGIN IMMEDIATE; ${migrations[from]}; PRAGMA user_version = ${from + 1}; COMMIT`);
  }
}

const pageSize = (db: Database.Database) => pragmaNumber(db, 'page_size');

function pragmaNumber(db: Database.Database, name: string): number {
  return (db.prepare(`PRAGMA ${name}`).get() as Record<string, number>)[name]!;
}
