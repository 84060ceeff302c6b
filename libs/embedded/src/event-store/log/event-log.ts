import type Database from 'libsql';
import { EventReader } from './event-reader.js';
import type {
  AppendOutcome,
  AppendRequest,
  ExpectedRevision,
  ProposedEvent,
  ReadPage,
  ReadQuery,
} from './log-messages.js';

type Stream = { id: number; name: string; last: number };

/** How many streams' last revisions stay in memory. */
const CACHED_STREAMS = 50_000;

/** The log of events in SQLite. Its calls are synchronous, so it has a thread of its own. */
export class EventLog {
  private readonly insertEvent;
  private readonly insertStream;
  private readonly findStream;
  private readonly findById;
  private readonly findByRevision;
  private readonly findHead;
  private readonly reader: EventReader;
  private readonly streams = new Map<string, Stream>();
  /** Null until it was read from the file. */
  private lastPosition: number | null = null;

  constructor(private readonly db: Database.Database) {
    this.insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.insertStream = db.prepare('INSERT INTO streams (name) VALUES (?)');
    this.findStream = db.prepare(
      `SELECT s.id, (SELECT revision FROM events INDEXED BY events_by_stream WHERE stream = s.id ORDER BY revision DESC LIMIT 1) AS last
       FROM streams s WHERE s.name = ?`,
    );
    // The index is named because the planner otherwise scans the stream for ids in long streams.
    this.findById = db.prepare(
      'SELECT revision FROM events INDEXED BY events_by_id WHERE id = ? AND +stream = ? ORDER BY revision',
    );
    this.findByRevision = db.prepare(
      'SELECT id, position FROM events INDEXED BY events_by_stream WHERE stream = ? AND revision = ?',
    );
    this.findHead = db.prepare('SELECT coalesce(max(position), 0) AS head FROM events');
    this.reader = new EventReader(db);
  }

  /** The position of the newest event, 0 in an empty log. */
  get head(): number {
    this.lastPosition ??= (this.findHead.get() as { head: number }).head;
    return this.lastPosition;
  }

  /**
   * Appends a group in one transaction with one fsync. Each request is accepted or refused individually, in the given order. If the
   * transaction cannot be written (a full disk), every request of the group fails.
   */
  append(requests: AppendRequest[]): AppendOutcome[] {
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const outcomes = requests.map((request) => this.appendOne(request));
      this.db.exec('COMMIT');
      return outcomes;
    } catch (error) {
      this.undo();
      const { code, message } = error as { code?: string; message: string };
      // A full disk raises SQLITE_FULL, a quota on file sizes a failed write.
      const isFull = code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE';
      return requests.map(() => ({ kind: 'failed', isFull, message }));
    }
  }

  read(query: ReadQuery): ReadPage {
    if (query.stream === null) return this.reader.readAll(query, this.head);
    return this.reader.readStream(query, this.stream(query.stream) ?? { id: -1, name: query.stream, last: -1 });
  }

  close(): void {
    try {
      this.db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.db.close();
    }
  }

  private appendOne({ stream: name, expected, events, deadline }: AppendRequest): AppendOutcome {
    if (deadline < Date.now()) return { kind: 'expired' };
    const stream = this.stream(name);
    const verdict = this.judge(stream, expected, events);
    if (verdict) return verdict;
    if (events.length === 0) return { kind: 'appended', revision: stream?.last ?? -1, position: null, isNew: false };
    const target = stream ?? this.addStream(name);
    const created = Date.now();
    let position = this.head;
    for (const { id, type, isJson, metadata, data } of events) {
      position += 1;
      target.last += 1;
      this.insertEvent.run(position, target.id, target.last, id, type, Number(isJson), created, metadata, data);
    }
    this.lastPosition = position;
    return { kind: 'appended', revision: target.last, position, isNew: true };
  }

  /** The outcome of a request that writes nothing: a conflict, or the first result of a retried append; else null. */
  private judge(stream: Stream | null, expected: ExpectedRevision, events: ProposedEvent[]): AppendOutcome | null {
    const current = stream?.last ?? -1;
    if (expected === 'any' || expected === 'stream_exists') {
      if (expected === 'stream_exists' && stream === null) return { kind: 'conflict', current };
      if (stream === null || events.length === 0) return null;
      const seen = this.findById.all(events[0]!.id, stream.id) as { revision: number }[];
      for (const { revision } of seen) {
        const first = this.firstResult(stream, revision, events);
        if (first) return first;
      }
      // The first id exists but the others do not follow it, so the append is neither a retry nor new.
      return seen.length > 0 ? { kind: 'conflict', current } : null;
    }
    const wanted = expected === 'no_stream' ? -1 : expected;
    if (wanted === current) return null;
    const retried = stream && wanted < current ? this.firstResult(stream, wanted + 1, events) : null;
    return retried ?? { kind: 'conflict', current };
  }

  private firstResult(stream: Stream, from: number, events: ProposedEvent[]): AppendOutcome | null {
    let position: number | null = null;
    for (const [index, { id }] of events.entries()) {
      const stored = this.findByRevision.get(stream.id, from + index) as { id: Buffer; position: number } | undefined;
      if (!stored?.id.equals(id)) return null;
      position = stored.position;
    }
    return position === null ? null : { kind: 'appended', revision: from + events.length - 1, position, isNew: false };
  }

  private stream(name: string): Stream | null {
    const cached = this.streams.get(name);
    if (cached) return cached;
    const row = this.findStream.get(name) as { id: number; last: number } | undefined;
    return row ? this.remember({ id: row.id, name, last: row.last }) : null;
  }

  private addStream(name: string): Stream {
    return this.remember({ id: Number(this.insertStream.run(name).lastInsertRowid), name, last: -1 });
  }

  private remember(stream: Stream): Stream {
    if (this.streams.size >= CACHED_STREAMS) {
      const oldest = this.streams.keys().next();
      if (!oldest.done) this.streams.delete(oldest.value);
    }
    this.streams.set(stream.name, stream);
    return stream;
  }

  private undo(): void {
    this.streams.clear();
    this.lastPosition = null;
    // SQLite has usually rolled back by itself.
    if (this.db.inTransaction) this.db.exec('ROLLBACK');
  }
}
