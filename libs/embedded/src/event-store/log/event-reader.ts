import type Database from 'libsql';
import { EventEncoder } from './event-encoder.js';
import type { EventFilter, ReadPage, ReadQuery } from './log-messages.js';

/** A page ends with the event that takes it past this size, so that a slow reader costs little memory. */
const PAGE_BYTES = 512 * 1024;
/** Rows taken from SQLite at once. */
const ROWS = 64;
/** A filtered page ends after this many positions, so that other requests are not blocked. */
const SCANNED_POSITIONS = 8192;
/** Number of prepared statements kept for filters. The product has only a handful of subscriptions. */
const CACHED_FILTERS = 64;

const COLUMNS = 'e.position, e.revision, e.id, e.type, e.is_json, e.created, e.metadata, e.data';
type Row = [
  position: number,
  revision: number,
  id: Buffer,
  type: string,
  isJson: number,
  created: number,
  metadata: Buffer,
  data: Buffer,
  stream: string,
];

/** Reads pages of events, encoded for the wire. */
export class EventReader {
  private readonly streamForwards;
  private readonly streamBackwards;
  private readonly allByFilter = new Map<string, ReturnType<Database.Database['prepare']>>();
  private readonly encoder = new EventEncoder();

  constructor(private readonly db: Database.Database) {
    const ofStream = `SELECT ${COLUMNS}, ? FROM events e INDEXED BY events_by_stream WHERE e.stream = ?`;
    this.streamForwards = db.prepare(`${ofStream} AND e.revision BETWEEN ? AND ? ORDER BY e.revision LIMIT ?`).raw();
    this.streamBackwards = db
      .prepare(`${ofStream} AND e.revision BETWEEN ? AND ? ORDER BY e.revision DESC LIMIT ?`)
      .raw();
  }

  readStream(query: ReadQuery, stream: { id: number; name: string; last: number }): ReadPage {
    const { backwards, limit } = query;
    const end = backwards ? 0 : Math.min(query.until, stream.last);
    const page = new Page(this.encoder);
    let next = backwards ? Math.min(query.from, stream.last) : query.from;
    while (!isPast(next, end, backwards) && page.wants(limit)) {
      const statement = backwards ? this.streamBackwards : this.streamForwards;
      const rows = Math.min(ROWS, limit - page.count);
      const found = statement.all(stream.name, stream.id, Math.min(next, end), Math.max(next, end), rows) as Row[];
      const taken = page.take(found);
      next = taken.isAll && found.length < rows ? end : taken.last[1];
      next += backwards ? -1 : 1;
    }
    return page.finish(next, isPast(next, end, backwards), stream.last);
  }

  readAll(query: ReadQuery, head: number): ReadPage {
    const { backwards, limit, filter } = query;
    const statement = this.allStatement(filter, backwards);
    // Positions are numbered from 1 without gaps, so the scanned part of a filtered page is a range of positions.
    const end = backwards ? 1 : Math.min(query.until, head);
    const page = new Page(this.encoder);
    let next = backwards ? Math.min(query.from - 1, head) : Math.max(query.from, 1);
    const edge = backwards ? Math.max(end, next - SCANNED_POSITIONS) : Math.min(end, next + SCANNED_POSITIONS);
    while (!isPast(next, edge, backwards) && page.wants(limit)) {
      const rows = Math.min(ROWS, limit - page.count);
      const range = [Math.min(next, edge), Math.max(next, edge)];
      const found = statement.all(...range, ...(filter?.prefixes ?? []), rows) as Row[];
      const taken = page.take(found);
      next = taken.isAll && found.length < rows ? edge : taken.last[0];
      next += backwards ? -1 : 1;
    }
    // Backwards `from` is exclusive, so the next page is requested with the position above its first event.
    return page.finish(backwards ? next + 1 : next, isPast(next, end, backwards), head);
  }

  private allStatement(filter: EventFilter | null, backwards: boolean) {
    const key = JSON.stringify([backwards, filter]);
    const known = this.allByFilter.get(key);
    if (known) return known;
    if (this.allByFilter.size >= CACHED_FILTERS) this.allByFilter.clear();
    const statement = this.db.prepare(selectAll(filter, backwards)).raw();
    this.allByFilter.set(key, statement);
    return statement;
  }
}

const isPast = (next: number, end: number, backwards: boolean) => (backwards ? next < end : next > end);

/** CROSS JOIN keeps SQLite from starting at the streams and sorting afterwards. */
function selectAll(filter: EventFilter | null, backwards: boolean): string {
  const column = filter?.on === 'stream' ? 's.name' : 'e.type';
  const matches = filter?.prefixes.map((prefix) => `substr(${column}, 1, ${[...prefix].length}) = ?`).join(' OR ');
  return `SELECT ${COLUMNS}, s.name FROM events e CROSS JOIN streams s ON s.id = e.stream
    WHERE e.position BETWEEN ? AND ? ${matches ? `AND (${matches})` : ''}
    ORDER BY e.position ${backwards ? 'DESC' : 'ASC'} LIMIT ?`;
}

class Page {
  private readonly ends: number[] = [];
  private readonly positions: number[] = [];

  constructor(private readonly encoder: EventEncoder) {}

  get count(): number {
    return this.ends.length;
  }

  wants(limit: number): boolean {
    return this.count < limit && this.encoder.size < PAGE_BYTES;
  }

  /** Encodes rows until the page is full; `last` is the last one encoded. */
  take(rows: Row[]): { isAll: boolean; last: Row } {
    let taken = 0;
    for (const row of rows) {
      const [position, revision, id, type, isJson, created, metadata, data, stream] = row;
      this.encoder.write({ position, stream, revision, id, type, isJson: isJson === 1, created, metadata, data });
      this.ends.push(this.encoder.size);
      this.positions.push(position);
      taken++;
      if (this.encoder.size >= PAGE_BYTES) break;
    }
    return { isAll: taken === rows.length, last: rows[taken - 1]! };
  }

  finish(resume: number, isEnd: boolean, last: number): ReadPage {
    const { ends, positions } = this;
    return { frames: this.encoder.take(), ends, positions, resume, isEnd, last };
  }
}
