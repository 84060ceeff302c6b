import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteConnection } from './sqlite-connection.js';

const SCHEMA_VERSION = 1;

// Each collection is a table documents_<id>: seq keeps the order of insertion, key is the encoded _id. Each index is a table index_<id> of
// (key, seq).
const SCHEMA = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY, database TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (database, name));
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collections (id), spec BLOB NOT NULL, multikey INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE retried (session BLOB PRIMARY KEY, number INTEGER NOT NULL, reply BLOB NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

const databasePath = (dataDir: string) => join(dataDir, 'mongo.sqlite');

/** Opens the only connection that writes. Only the owner can read the file and its companions. */
export function openDatabase(dataDir: string): SqliteConnection {
  const path = databasePath(dataDir);
  // SQLite gives its -wal and -shm files the mode of the database file, so the mode is set first.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  const connection = new SqliteConnection(path);
  const version = Number(connection.row('PRAGMA user_version')![0]);
  if (version > SCHEMA_VERSION) {
    connection.close();
    throw new Error(`${path} was written by a newer version (schema ${version}, this one knows ${SCHEMA_VERSION}).`);
  }
  if (version === 0) connection.pragma('page_size = 8192');
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  // Erasing a person's key must leave nothing of it in the file.
  connection.pragma('secure_delete = ON');
  connection.pragma(`cache_size = ${-64 * 1024}`);
  // The journal may grow to 32 MiB between two checkpoints, because bulk writes change the same pages repeatedly.
  connection.pragma('wal_autocheckpoint = 4000');
  connection.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
  if (version === 0) connection.exec(`BEGIN; ${SCHEMA} COMMIT;`);
  return connection;
}
