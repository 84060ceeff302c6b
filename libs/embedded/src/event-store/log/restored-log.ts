import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'libsql';
import { openLogFile } from './schema.js';

export type EventToRestore = {
  stream: string;
  revision: number;
  /** UUID. */
  id: string;
  type: string;
  isJson: boolean;
  /** Unix ms. */
  created: number;
  metadata: Uint8Array;
  data: Uint8Array;
};

/** The file with a data folder's events. */
export const eventsFile = (dataDir: string) => join(dataDir, 'events.db');

/**
 * Fills an empty store with events in the order of their positions, keeping ids, revisions and times. Events of an embedded store also keep
 * their positions. No server may be running on the folder.
 */
export class RestoredLog {
  private readonly db: Database.Database;
  private readonly insertStream;
  private readonly insertEvent;
  private readonly streams = new Map<string, { id: number; last: number }>();
  private position = 0;

  /** Throws when the folder holds events already. */
  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.db = openLogFile({ file: eventsFile(dataDir), maxBytes: null });
    this.insertStream = this.db.prepare('INSERT INTO streams (name) VALUES (?)');
    this.insertEvent = this.db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    if (this.db.prepare('SELECT 1 FROM events LIMIT 1').get() !== undefined) {
      this.db.close();
      throw new Error(`The event store in ${dataDir} is not empty.`);
    }
  }

  /** Writes events in one transaction. Throws for one that does not follow the one before it in its stream. */
  add(events: readonly EventToRestore[]): void {
    this.db.exec('BEGIN IMMEDIATE');
    for (const { stream: name, revision, id, type, isJson, created, metadata, data } of events) {
      const stream = this.streams.get(name) ?? this.addStream(name);
      if (revision !== stream.last + 1)
        throw new Error(`Event ${revision} of stream ${name} does not follow event ${stream.last}.`);
      stream.last = revision;
      this.position += 1;
      const [idBytes, kind] = [Buffer.from(id.replaceAll('-', ''), 'hex'), Number(isJson)];
      this.insertEvent.run(
        ...[this.position, stream.id, revision, idBytes, type, kind, created],
        ...[Buffer.from(metadata), Buffer.from(data)],
      );
    }
    this.db.exec('COMMIT');
  }

  /** The number of written events, which is also the position of the last one. */
  get events(): number {
    return this.position;
  }

  close(): void {
    if (this.db.inTransaction) this.db.exec('ROLLBACK');
    // A connection lives until its statements are collected, but the server needs the file before that. The exclusive lock ends with the
    // first access after leaving WAL.
    this.db.pragma('journal_mode = DELETE');
    this.db.pragma('locking_mode = NORMAL');
    this.db.prepare('SELECT 1 FROM events LIMIT 1').get();
    this.db.close();
  }

  private addStream(name: string): { id: number; last: number } {
    const stream = { id: Number(this.insertStream.run(name).lastInsertRowid), last: -1 };
    this.streams.set(name, stream);
    return stream;
  }
}
