import { membersView } from '@superscope/contracts/read-models/members';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ConflictError,
  EventStoreFullError,
  EventStoreUnavailableError,
  TooLargeError,
  UndecodableEventError,
} from '@superscope/event-store/connection/errors';
import { isMongoAway } from '@superscope/event-store/connection/mongo-away';
import { isPassing } from '@superscope/event-store/connection/retry';
import { UnreadableEvent } from '@superscope/event-store/events/unreadable-event';
import type { Views } from '../../platform/engines.module.js';
import { ImportErrors } from '../reading/import-errors.js';
import {
  RowRefused,
  type GroupTable,
  type ImportTable,
  type RowOf,
  type RowTable,
  type Run,
} from '../tables/import-table.js';
import { BoundedWork } from './bounded-work.js';

/** The lines of an accepted import, which can be read more than once. */
export interface KeptLines {
  contiguous: boolean;
  lines: () => AsyncIterable<string[]>;
}

/** `id`, a tab, JSON: of one line of tables by rows, or of its data of tables by groups. */
export const keptLine = (table: ImportTable, line: number, id: string, data: unknown): string =>
  `${id}\t${JSON.stringify(table.kind === 'rows' ? [line, data] : data)}`;

/** Streams of rows written at once: many share the event store's commits, and room is left for people's commands. */
const streamsAtOnce = 48;
const groupsAtOnce = 32;
/** Rows of tables by rows that are grouped by their stream: part of the commands' ids, so it never changes. */
const rowsPerBatch = 5_000;
/** Rows of groups held in memory: waiting for the rest of their group, or to be written. */
const rowsHeld = 200_000;
const rowsInFlight = 40_000;

/** Stopped from outside: the process ends, or another one carries the import on. */
export class ImportStopped extends Error {
  constructor() {
    super('The import was stopped.');
    this.name = 'ImportStopped';
  }
}

/** Writes an import's rows. Repeating it, from wherever an earlier run came to its end, writes each of them once. */
export class ImportWriter {
  /** Rows handled so far, and how many of them were not there before. */
  done = 0;
  written = 0;
  /** Some rows were refused. The others are written all the same. */
  readonly refused = new ImportErrors();

  constructor(
    private readonly run: Run,
    private readonly views: Views,
    private readonly signal: AbortSignal,
  ) {}

  async write(table: ImportTable, kept: KeptLines): Promise<void> {
    if (table.kind === 'rows') await this.writeRows(table, kept);
    else if (kept.contiguous) await this.writeContiguousGroups(table, kept);
    else for (const pass of passesOf(await this.countGroups(kept))) await this.writeGroups(table, kept, pass);
  }

  private async writeRows(table: RowTable, { lines }: KeptLines): Promise<void> {
    let batch = 0;
    let streams = new Map<string, RowOf<never>[]>();
    let rows = 0;
    let writing: Promise<void> = Promise.resolve();
    /** Rows of one stream may be in two batches, so these are written one after the other; each is made ready meanwhile. */
    const flush = async () => {
      const [of, number] = [streams, batch];
      const known = this.prepare(table, [...of.keys()]);
      // Avoids an unhandled rejection; awaited with the next batch.
      known.catch(() => undefined);
      batch += 1;
      streams = new Map();
      rows = 0;
      await writing;
      writing = known.then((ids) => this.writeBatch(table, of, number, ids));
      writing.catch(() => undefined);
    };
    try {
      for await (const frame of lines())
        for (const line of frame) {
          const [id, json] = split(line);
          const row = JSON.parse(json) as RowOf<never>;
          const same = streams.get(id);
          if (same) same.push(row);
          else streams.set(id, [row]);
          rows += 1;
          if (rows === rowsPerBatch) await flush();
        }
      if (rows > 0) await flush();
    } finally {
      // The failure is reported only once all writing has ended.
      await writing.catch(() => undefined);
    }
    await writing;
  }

  /** The keys of some streams' members, and which of them may be there already; null where none is thought to be new. */
  private async prepare(table: RowTable, ids: readonly string[]): Promise<ReadonlySet<string> | null> {
    if (table.ofMembers) await this.patiently(() => this.run.store.prepareKeys(ids));
    return table.writeNew ? this.patiently(() => this.membersAmong(ids)) : null;
  }

  private async writeBatch(
    table: RowTable,
    streams: ReadonlyMap<string, RowOf<never>[]>,
    batch: number,
    known: ReadonlySet<string> | null,
  ): Promise<void> {
    const { writeNew } = table;
    const work = new BoundedWork(streamsAtOnce, Infinity);
    for (const [id, rows] of streams)
      await work.begin(1, async () => {
        const command = `${table.table}/${id}/${batch}`;
        const fresh = writeNew && known && !known.has(id);
        const added = await this.besideRefused(rows, async (left) => {
          const started = fresh ? await this.patiently(() => writeNew(id, left, this.run, command)) : null;
          return started ?? (await this.patiently(() => table.write(id, left, this.run, command)));
        });
        this.written += added;
        this.done += rows.length;
      });
    await work.done();
  }

  /** Writes the rows of one stream that no rule refuses; answers how many were not there before. */
  private async besideRefused(
    rows: readonly RowOf<never>[],
    write: (rows: readonly RowOf<never>[]) => Promise<number>,
  ): Promise<number> {
    for (let left = rows; left.length > 0;) {
      try {
        return await write(left);
      } catch (error) {
        const refused = error instanceof RowRefused ? left.filter(([line]) => line === error.line) : left;
        const message = error instanceof RowRefused ? error.message : whyStreamIsClosed(error);
        if (message === null) throw error;
        for (const [line] of refused) this.refused.add(line, null, message);
        left = left.filter((row) => !refused.includes(row));
      }
    }
    return 0;
  }

  private async membersAmong(ids: readonly string[]): Promise<Set<string>> {
    const found = this.views.of(membersView).find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } });
    return new Set((await found.toArray()).map((member) => member._id));
  }

  /** Each group's rows stand together: one is held while it is read, others while they are written. */
  private writeContiguousGroups(table: GroupTable, { lines }: KeptLines): Promise<void> {
    return this.asGroups(async (write) => {
      let group = '';
      let rows: string[] = [];
      for await (const frame of lines())
        for (const line of frame) {
          const [id, json] = split(line);
          if (id !== group && rows.length > 0) {
            await write(table, group, rows);
            rows = [];
          }
          group = id;
          rows.push(json);
        }
      if (rows.length > 0) await write(table, group, rows);
    });
  }

  /** Reads all lines and keeps those of some groups; each is written when it is whole. */
  private writeGroups(table: GroupTable, { lines }: KeptLines, sizes: ReadonlyMap<string, number>): Promise<void> {
    return this.asGroups(async (write) => {
      const groups = new Map<string, string[]>();
      for await (const frame of lines())
        for (const line of frame) {
          const [id, json] = split(line);
          const size = sizes.get(id);
          if (size === undefined) continue;
          const rows = groups.get(id) ?? [];
          rows.push(json);
          if (rows.length < size) groups.set(id, rows);
          else {
            groups.delete(id);
            await write(table, id, rows);
          }
        }
    });
  }

  private async countGroups({ lines }: KeptLines): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const frame of lines())
      for (const line of frame) {
        const [id] = split(line);
        sizes.set(id, (sizes.get(id) ?? 0) + 1);
      }
    return sizes;
  }

  /** Groups side by side: `write` resolves once the next may come. Ends when all have ended, though reading them failed. */
  private async asGroups(
    read: (write: (table: GroupTable, group: string, rows: string[]) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const work = new BoundedWork(groupsAtOnce, rowsInFlight);
    try {
      await read((table, group, rows) =>
        work.begin(rows.length, async () => {
          if (await this.wroteGroup(table, group, rows)) this.written += rows.length;
          this.done += rows.length;
        }),
      );
    } finally {
      await work.done().catch(() => undefined);
    }
    await work.done();
  }

  private async wroteGroup(table: GroupTable, group: string, rows: string[]): Promise<boolean> {
    try {
      return await this.patiently(() => table.write(group, rows, this.run));
    } catch (error) {
      const message = whyStreamIsClosed(error);
      if (message === null) throw error;
      for (let row = 0; row < rows.length; row += 1) this.refused.add(null, null, `${group}: ${message}`);
      return false;
    }
  }

  /**
   * An accepted import continues: it waits for an engine that is away, and retries after other writes to the same
   * stream.
   */
  private async patiently<Result>(action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.signal.aborted) throw new ImportStopped();
      try {
        return await action();
      } catch (error) {
        if (!mayPass(error)) throw error;
        await delay(Math.min(5_000, 50 * 2 ** attempt), undefined, { signal: this.signal }).catch(() => undefined);
      }
    }
  }
}

const split = (line: string): [id: string, json: string] => {
  const tab = line.indexOf('\t');
  return [line.slice(0, tab), line.slice(tab + 1)];
};

/** Why nothing more can be written to one stream, for people; null where the error is not of that stream alone. */
const whyStreamIsClosed = (error: unknown): string | null => {
  if (error instanceof UndecodableEventError) return 'What is stored about this cannot be read. Please tell us.';
  if (error instanceof UnreadableEvent || error instanceof TooLargeError)
    return 'This cannot be stored as it is. Please tell us.';
  return null;
};

/** An engine that is away or full, or other writes to the same stream. A later retry may succeed. */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof EventStoreUnavailableError || error instanceof EventStoreFullError) return true;
  if (error instanceof ConflictError) return error.code === 'stream-moved';
  return isPassing(error) || isMongoAway(error);
};

/** Groups in the order they came, in as many passes as their rows need. */
function passesOf(sizes: ReadonlyMap<string, number>): Map<string, number>[] {
  const passes: Map<string, number>[] = [];
  let held = Infinity;
  for (const [group, size] of sizes) {
    if (held + size > rowsHeld) {
      passes.push(new Map());
      held = 0;
    }
    passes.at(-1)!.set(group, size);
    held += size;
  }
  return passes;
}
